import { Icon } from "@/components/ui/icon";
import { LIST_WORDS, type WorldChange } from "@/lib/contracts/world-diff";
import "./corpus.css";

const ICONS = { added: "plus", removed: "minus", changed: "pencil" } as const;
const short = (json: string) => (json.length > 240 ? `${json.slice(0, 240)}…` : json);

/** What changed, object by object, with the old and the new words of each field. */
export function DiffList({ changes }: { changes: readonly WorldChange[] }) {
  if (changes.length === 0) return <p className="soft ui">Nothing differs.</p>;
  return (
    <ul className="diff">
      {changes.map((c) => (
        <li key={`${c.list} ${c.id} ${c.kind}`}>
          <Icon name={ICONS[c.kind]} label={c.kind} />
          <div>
            <span className="strong">{c.list === "world" ? "The world itself" : LIST_WORDS[c.list].one}</span>{" "}
            <span className="code">{c.id}</span> <span className="soft">{c.kind}</span>
            {c.fields.map((f) => (
              <p key={f.name} className="ui">
                {f.name.replaceAll("_", " ")}: <del className="code">{short(f.before)}</del>{" "}
                <ins className="code">{short(f.now)}</ins>
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
