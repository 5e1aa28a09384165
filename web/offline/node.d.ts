// The functions of Node.js that building needs.
declare module "node:fs" {
  export function readFileSync(path: string): Uint8Array;
  export function writeFileSync(path: string, content: Uint8Array): void;
}
declare module "node:zlib" {
  export function brotliCompressSync(content: Uint8Array): Uint8Array;
}
