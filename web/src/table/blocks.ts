/** A section of the rules as paragraphs and lists: "- " starts a list item. */

export interface Block {
  kind: "text" | "list";
  lines: string[];
}

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const line of text.split("\n")) {
    if (!line) continue;
    const kind = line.startsWith("- ") ? "list" : "text";
    const last = found.at(-1);
    if (kind === "list" && last?.kind === "list") last.lines.push(line.slice(2));
    else found.push({ kind, lines: [kind === "list" ? line.slice(2) : line] });
  }
  return found;
}
