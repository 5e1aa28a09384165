/** A script in the page's head: the browser loads the texts, and the table, while it still loads the shell. */
import type { Plugin, Rolldown } from "vite";

const TABLE = "src/app/Table.svelte";
const WORDS = /src\/words\/(\w+)\.json$/;

// As language.svelte.ts and route.ts do it; if they decide otherwise, something is loaded that is not needed.
const SCRIPT = `((words, table) => {
  let kept;
  try { kept = localStorage.getItem("cabotage.language"); } catch {}
  const codes = [kept, ...navigator.languages.map((each) => each.toLowerCase().split("-")[0]), "en"];
  const files = [words[codes.find((code) => code in words)]];
  if (/^\\/t\\/[^/]+\\/?$/.test(location.pathname)) files.push(...table);
  for (const file of files) {
    const link = document.createElement("link");
    if (file.endsWith(".css")) { link.rel = "preload"; link.as = "style"; } else link.rel = "modulepreload";
    link.href = file;
    document.head.append(link);
  }
})`;

export function early(): Plugin {
  return {
    name: "early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html;
        const words: Record<string, string> = {};
        let table: string[] = [];
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          const [, code] = WORDS.exec(chunk.facadeModuleId ?? "") ?? [];
          if (code) words[code] = `/${chunk.fileName}`;
          if (chunk.facadeModuleId?.endsWith(TABLE))
            table = needed(chunk, bundle).filter((file) => !html.includes(file));
        }
        const script = `${SCRIPT.replace(/\n\s*/g, "")}(${JSON.stringify(words)}, ${JSON.stringify(table)})`;
        return html.replace("<link", `<script>${script}</script>\n    <link`);
      },
    },
  };
}

function needed(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const each = bundle[name];
    if (each?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    for (const style of each.viteMetadata?.importedCss ?? []) found.add(style);
    each.imports.forEach(add);
  };
  add(chunk.fileName);
  return [...found].map((name) => `/${name}`);
}
