/** Builds the page; `vite` alone serves dev.html, which shows boards without a server. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./offline/compress.ts";
import { early } from "./offline/early.ts";
import { play, shell } from "./offline/groups.ts";
import { offline } from "./offline/plugin.ts";

export default defineConfig({
  plugins: [svelte(), early(), offline(), compress()],
  build: {
    target: "es2022",
    manifest: true,
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: shell, debugName: "shell", priority: 2 },
            { name: play, debugName: "play", priority: 1 },
          ],
        },
        // Licences of fonts have no extension; with one, browsers show them as text.
        assetFileNames: ({ names }) => `assets/[name]-[hash]${names[0] === "LICENSE" ? ".txt" : "[extname]"}`,
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
