/** Whether people tap to roll their dice, or the page does it for them. */
import { readStorage, writeStorage } from "../browser/storage";

class Rolling {
  #isAutomatic = $state(readStorage("roll") === "auto");

  get isAutomatic(): boolean {
    return this.#isAutomatic;
  }

  setAutomatic(isAutomatic: boolean): void {
    this.#isAutomatic = isAutomatic;
    writeStorage("roll", isAutomatic ? "auto" : "tap");
  }
}

export const rolling = new Rolling();
