import { Refusal } from "@/components/queries/http";
import { Field, Input } from "@/components/ui/field";

async function readPacket(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Refusal(400, {
      detail: "The file is not complete JSON.",
      fix: "Export it again, or copy it once more.",
    });
  }
}

/** Takes a packet from a file. @throws {Refusal} within the promise, when the file is not whole */
export function PacketFile({
  label,
  help,
  disabled,
  onPacket,
}: {
  label: string;
  help?: string;
  disabled?: boolean;
  onPacket: (packet: Promise<unknown>) => void;
}) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <Input
          {...control}
          type="file"
          accept=".json,application/json"
          disabled={disabled}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onPacket(readPacket(file));
          }}
        />
      )}
    </Field>
  );
}
