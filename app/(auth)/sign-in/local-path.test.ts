import { expect, test } from "vitest";
import { localPath } from "./local-path";

test("a path of the studio is kept with its query", () => {
  expect(localPath("/cases/52955ee1?item=x4")).toBe("/cases/52955ee1?item=x4");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\t/evil.example",
  ["/a"],
  undefined,
])("%j leads to the start page", (next) => {
  expect(localPath(next)).toBe("/");
});
