/** HL7 time `20240304100000-0500` as `2024-03-04 10:00:00 -0500`, as far as it is given; anything else as written. */
export function hl7Time(written: string): string {
  const match = /^(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\.\d+)?([+-]\d{4})?$/.exec(written.trim());
  if (!match) return written;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const date = [year, month, day].filter(Boolean).join("-");
  const clock = hour ? `${hour}:${minute ?? "00"}${second ? `:${second}${fraction ?? ""}` : ""}` : "";
  return [date, clock, zone].filter(Boolean).join(" ");
}
