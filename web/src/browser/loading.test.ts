import { expect, test } from "vitest";
import { type LoadEnvironment, loadOrReload } from "./loading";

function harness({ away = 0, isReloaded = false } = {}) {
  const done: string[] = [];
  let left = away;
  const environment: LoadEnvironment = {
    isServerUp: () => Promise.resolve(left-- <= 0),
    isReloaded: () => isReloaded,
    wait: () => Promise.resolve(void done.push("wait")),
    reload: () => done.push("reload"),
  };
  return { environment, done };
}
const lost = () => Promise.reject(new Error("lost"));
const settled = () => new Promise((done) => setTimeout(done, 5));

test("a part is loaded", async () => {
  const { environment, done } = harness();
  expect([await loadOrReload(() => Promise.resolve(7), environment), done]).toEqual([7, []]);
});

test("a part that fails reloads the page as soon as the server is back", async () => {
  const { environment, done } = harness({ away: 2 });
  void loadOrReload(lost, environment);
  await settled();
  expect(done).toEqual(["wait", "wait", "reload"]);
});

test("a page that was just reloaded is not reloaded again", async () => {
  const { environment, done } = harness({ isReloaded: true });
  await expect(loadOrReload(lost, environment)).rejects.toThrow("lost");
  expect(done).toEqual([]);
});
