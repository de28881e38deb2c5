"use client";

import { momentText } from "@/lib/contracts/moment-words";
import { type Layout, SIZE } from "./layout";
import { KIND_WORDS, OUTCOME, SHAPES } from "./shapes";
import { sentence } from "./world-node";

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A label in at most so many lines of about this many letters. */
function lines(label: string, letters = 21, most = 2): string[] {
  const out: string[] = [""];
  for (const word of label.split(" ")) {
    const last = out[out.length - 1]!;
    if (last && last.length + word.length >= letters) out.push(word);
    else out[out.length - 1] = last ? `${last} ${word}` : word;
  }
  return out.length > most ? [...out.slice(0, most - 1), `${out[most - 1]}…`] : out;
}

/** The graph as it is laid out, as one SVG file that needs nothing else. Colours are those of the theme in use. */
export function svgOf(layout: Layout, start: number, colour: (token: string) => string): string {
  const { width, height } = layout;
  const font = `font-family="Arial, sans-serif"`;
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colour("page")}"/>`,
  ];
  for (const { lane, y, height: tall, folded } of layout.lanes) {
    const name = folded ? [`${lane.name}, folded`] : lines(lane.name, 15, 3);
    parts.push(
      `<path d="M0 ${y + tall}H${width}" stroke="${colour("line")}"/>`,
      ...name.map(
        (line, i) =>
          `<text x="8" y="${y + (folded ? 18 : 20 + 14 * i)}" ${font} font-size="12" fill="${colour("ink-soft")}">${escaped(line)}</text>`,
      ),
    );
  }
  for (const s of layout.segments) {
    const text = s.minute === null ? { day: "Never", date: "" } : momentText(start, s.minute);
    parts.push(
      `<text x="${Math.max(s.x, SIZE.firstColumn - 8) + 8}" y="18" ${font} font-size="12" fill="${colour("ink")}"><tspan font-weight="600">${text.day}</tspan> ${text.date}</text>`,
    );
  }
  for (const { edge, path, tip } of layout.routes) {
    const dash =
      edge.kind === "permission"
        ? ` stroke-dasharray="2 4"`
        : edge.kind === "time"
          ? ` stroke-dasharray="7 4"`
          : "";
    parts.push(
      `<path d="${path}" fill="none" stroke="${colour("line-control")}" stroke-width="1.25"${dash}/>`,
      `<path d="M${tip.x - 7} ${tip.y - 4}L${tip.x} ${tip.y}L${tip.x - 7} ${tip.y + 4}Z" fill="${colour("line-control")}"/>`,
    );
  }
  for (const { node, x, y } of layout.nodes) {
    const kind = colour(`kind-${node.kind}`);
    const shape = SHAPES[node.kind];
    const indent = node.kind === "status" ? 18 : 12;
    parts.push(
      `<g transform="translate(${x} ${y})">`,
      `<path d="${shape.outline}" fill="${colour("surface")}" stroke="${kind}" stroke-width="1.5"/>`,
      shape.inner ? `<path d="${shape.inner}" fill="none" stroke="${kind}"/>` : "",
      `<text x="${indent}" y="14" ${font} font-size="11" fill="${kind}">${KIND_WORDS[node.kind]}</text>`,
      ...lines(sentence(node.label)).map(
        (line, i) =>
          `<text x="${indent}" y="${29 + 14 * i}" ${font} font-size="12" fill="${colour("ink")}">${escaped(line)}</text>`,
      ),
      ...node.outcomes.map((o, i) => {
        const left = SIZE.nodeWidth + SIZE.outcomeGap + i * (SIZE.outcomeWidth + SIZE.outcomeGap);
        const green = colour("kind-outcome");
        return `<g transform="translate(${left} 5)"><path d="${OUTCOME.outline}" fill="${colour("surface")}" stroke="${green}" stroke-width="1.5"/><path d="${OUTCOME.inner}" fill="none" stroke="${green}"/><text x="25" y="17" ${font} font-size="10" text-anchor="middle" fill="${green}">Outcome</text><text x="25" y="30" ${font} font-size="12" text-anchor="middle" fill="${colour("ink")}">${o.number}</text></g>`;
      }),
      node.badges[0]
        ? `<text x="8" y="${SIZE.nodeHeight + 11}" ${font} font-size="10" fill="${colour("ink-soft")}">${escaped(node.badges[0].text)}</text>`
        : "",
      "</g>",
    );
  }
  parts.push("</svg>");
  return parts.join("");
}

/** The value of a colour token in the theme in use. */
function tokens(): (token: string) => string {
  const probe = document.createElement("span");
  document.body.append(probe);
  const known = new Map<string, string>();
  return (token) => {
    const before = known.get(token);
    if (before) return before;
    probe.style.color = `var(--${token})`;
    const value = getComputedStyle(probe).color;
    known.set(token, value);
    return value;
  };
}

function save(address: string, name: string) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves the graph as a picture. */
export function PictureButtons({ layout, name, start }: { layout: Layout; name: string; start: number }) {
  const make = () => svgOf(layout, start, tokens());
  const encoded = () => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(make())}`;
  const png = () => {
    const image = new Image();
    image.onload = () => {
      const scale = Math.min(2, 8000 / Math.max(layout.width, layout.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(layout.width * scale);
      canvas.height = Math.ceil(layout.height * scale);
      const context = canvas.getContext("2d");
      if (!context) return;
      context.scale(scale, scale);
      context.drawImage(image, 0, 0);
      save(canvas.toDataURL("image/png"), `${name}.png`);
    };
    image.src = encoded();
  };
  return (
    <select
      className="input picture-choice is-spare"
      aria-label="Save a picture"
      value=""
      onChange={(event) => (event.target.value === "png" ? png() : save(encoded(), `${name}.svg`))}
    >
      <option value="">Picture…</option>
      <option value="svg">Save as SVG</option>
      <option value="png">Save as PNG</option>
    </select>
  );
}
