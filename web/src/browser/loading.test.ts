import { expect, test } from "vitest";
import { type LoadEnvironment, loadOrReload } from "./loading";

function harness({ away = 0, isNew = false } = {}) {
  const done: string[] = [];
  let left = away;
  const around: LoadEnvironment = {
    isServerHere: () => Promise.resolve(left-- <= 0),
    isNew: () => isNew,
    wait: () => Promise.resolve(void done.push("wait")),
    reload: () => done.push("reload"),
  };
  return { around, done };
}
const lost = () => Promise.reject(new Error("lost"));
const settled = () => new Promise((done) => setTimeout(done, 5));

test("what can be loaded is just loaded", async () => {
  const { around, done } = harness();
  expect([await loadOrReload(() => Promise.resolve(7), around), done]).toEqual([7, []]);
});

test("what cannot is loaded with the whole page, as soon as the server is back", async () => {
  const { around, done } = harness({ away: 2 });
  void loadOrReload(lost, around);
  await settled();
  expect(done).toEqual(["wait", "wait", "reload"]);
});

test("a page that was loaded anew for it does not begin again and again", async () => {
  const { around, done } = harness({ isNew: true });
  await expect(loadOrReload(lost, around)).rejects.toThrow("lost");
  expect(done).toEqual([]);
});
