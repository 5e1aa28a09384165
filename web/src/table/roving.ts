/** Keyboard use of a list: moving the focus with arrow keys, searching without accents. */

/** The index that this key moves the focus to, or null for other keys. */
export function nextIndex(key: string, from: number, count: number): number | null {
  if (!count) return null;
  if (key === "ArrowDown" || key === "ArrowRight") return (from + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return (from + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** A text in lower case without accents, for comparing. */
export function normalized(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
