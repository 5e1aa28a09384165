/** Walking through a list with arrow keys, and finding words in it whatever their accents. */

/** Where the focus goes with this key, or null if the key is not for walking. */
export function nextIndex(key: string, from: number, count: number): number | null {
  if (!count) return null;
  if (key === "ArrowDown" || key === "ArrowRight") return (from + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return (from + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** A text without accents and capitals, for comparing. */
export function normalized(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
