/** Settings kept in this browser; without storage they last until the page is closed. */

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
    // blocked by the browser
  }
}
