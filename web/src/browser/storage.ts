/** What this browser remembers of a person's wishes; nothing breaks where storage is forbidden. */

const PREFIX = "cabotage.";

export function readStorage(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function writeStorage(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // a private window: the wish holds until the page is closed
  }
}
