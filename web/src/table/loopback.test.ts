import { expect, test } from "vitest";
import { isLoopback } from "./loopback";

test("loopback hosts are recognised", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "games.localhost"])
    expect(isLoopback(host), host).toBe(true);
  for (const host of ["192.168.1.7", "cabotage.example", "localhost.example", "127.example"])
    expect(isLoopback(host), host).toBe(false);
});
