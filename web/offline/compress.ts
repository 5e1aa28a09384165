/** Writes a Brotli copy beside each script and style, smaller than what a server could compress while people wait. */
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /^assets\/.*\.(js|css)$/;

export function compress(): Plugin {
  return {
    name: "compress",
    apply: "build",
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => TEXT.test(each))) {
        const path = `${dir}/${name}`;
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
      }
    },
  };
}
