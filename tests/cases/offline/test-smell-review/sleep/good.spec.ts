import { expect, test } from "@playwright/test";

test("shows the total", async ({ page }) => {
  await page.goto("/basket");
  await expect(page.locator("#total")).toHaveText("3");
});

test("lets the queue run", async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(saved()).toBe(1);
});
