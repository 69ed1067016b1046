import { expect, test } from "@playwright/test";

test("shows the total", async ({ page }) => {
  await page.goto("/basket");
  await page.waitForTimeout(1500); // expect: js-sleep-in-test
  await expect(page.locator("#total")).toHaveText("3");
});

test("saves", async () => {
  await new Promise((resolve) => setTimeout(resolve, 300)); // expect: js-sleep-in-test
  expect(saved()).toBe(1);
});
