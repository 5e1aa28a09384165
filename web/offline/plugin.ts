/** Builds the service worker: tells it which files the page needs to open, without the boards of the games. */
import type { Plugin, Rolldown } from "vite";

const WORKER = "worker.js";
const PAGES = /\/src\/(app\/\w+\.svelte|words\/\w+\.json)$/;
const ICONS = ["icon.svg", "icon-badge.svg"];

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    buildStart() {
      this.emitFile({ type: "chunk", id: "offline/worker.ts", fileName: WORKER });
    },
    async generateBundle(_options, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") throw new Error("the service worker was not built");
      const files = [...ICONS, ...filesOf(bundle)].map((file) => `/${file}`);
      const version = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(files.join()));
      worker.code = worker.code
        .replaceAll("PAGE_FILES", JSON.stringify(files))
        .replaceAll("PAGE_VERSION", JSON.stringify(hex(version).slice(0, 16)));
    },
  };
}

/** Scripts, styles and fonts of all pages, with everything that these import. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (found.has(file) || chunk?.type !== "chunk") return;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const asset of chunk.viteMetadata?.importedAssets ?? []) found.add(asset);
    for (const imported of chunk.imports) add(imported);
  };
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type !== "chunk" || file === WORKER) continue;
    if (chunk.isEntry || PAGES.test(chunk.facadeModuleId ?? "")) add(file);
  }
  return [...found].sort();
}

function hex(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
