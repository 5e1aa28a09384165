import { expect, test } from "vitest";
import { Release, type ReleaseEnvironment } from "./release.svelte";

const PAGE =
  '<script type="module" src="/assets/index-1.js"></script><link rel="stylesheet" href="/assets/index-1.css">';

function harness(pages: (string | null)[]) {
  const done: string[] = [];
  const environment: ReleaseEnvironment = {
    page: () => {
      const page = pages.length > 1 ? pages.shift() : pages[0];
      return page == null ? Promise.reject(new Error("offline")) : Promise.resolve(page);
    },
    hasFile: (path) => ["/assets/index-1.js", "/assets/index-1.css"].includes(path),
    now: () => 0,
    wait: () => Promise.resolve(void done.push("wait")),
    reload: () => done.push("reload"),
  };
  return { release: new Release(environment), done };
}

test("a page with the same files is up to date", async () => {
  const { release, done } = harness([PAGE]);
  await release.open();
  expect([release.isOutdated, release.isMissing, done]).toEqual([false, false, []]);
});

test("a page with another script is a newer one", async () => {
  const { release } = harness([PAGE, PAGE.replace("index-1.js", "index-2.js")]);
  await release.open();
  expect(release.isOutdated).toBe(false);
  await release.check();
  expect(release.isOutdated).toBe(true);
});

test("a page that opens without a server waits for it and is loaded again", async () => {
  const { release, done } = harness([null, null, PAGE]);
  await release.open();
  expect([release.isMissing, done]).toEqual([true, ["wait", "wait", "reload"]]);
});

test("a server that is away later does not close the page", async () => {
  const { release, done } = harness([PAGE, null]);
  await release.open();
  expect(await release.check()).toBe(false);
  expect([release.isMissing, release.isOutdated, done]).toEqual([false, false, []]);
});

test("an answer without files, as of a proxy, says nothing about versions", async () => {
  const { release } = harness(["<h1>502</h1>"]);
  await release.open();
  expect(release.isOutdated).toBe(false);
});
