import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenImages, filterByTag, keepScreenshot, launchBrowser, openCase } from './browser.ts';
import { VitestUi } from './vitest-ui.ts';

const ROOT = join(import.meta.dirname, '..');
const SCHEMES = ['light', 'dark'] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openPage(address: string, colorScheme: (typeof SCHEMES)[number]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 1300 }, colorScheme });
  await page.goto(address);
  return page;
}

describe('Vitest UI on the evals of this repository', () => {
  let ui: VitestUi;
  let address: string;
  beforeAll(async () => {
    ui = new VitestUi(ROOT, 51_801, ['--project', 'evals', 'architecture']);
    address = await ui.address();
  });
  afterAll(() => ui.stop());

  test.each(SCHEMES)('shows a passed case with its pictures, tag and scores, %s', async (scheme) => {
    const page = await openPage(address, scheme);
    const report = await openCase(page, 'architecture > config-aware > active > mvc-typescript-medium-2');
    await expect.poll(() => report.locator('img').count()).toBe(4);
    expect(await brokenImages(report)).toEqual([]);
    const text = () => report.textContent();
    await expect.poll(text).toContain('The test has passed');
    await expect.poll(text).toMatch(/dependency_f1 0\.\d{3}, dependency_precision/);
    await expect.poll(text).toContain('"agent": "config-aware"');
    await keepScreenshot(page, `ui-passed-${scheme}`);
    await report.locator('img').nth(1).scrollIntoViewIfNeeded();
    await keepScreenshot(page, `ui-graph-${scheme}`);
    await report.locator('img').nth(3).scrollIntoViewIfNeeded();
    await keepScreenshot(page, `ui-actions-${scheme}`);
    await page.close();
  });

  test('filters by tag', async () => {
    const page = await openPage(address, 'light');
    await page.getByText('passive-full', { exact: true }).first().waitFor();
    await filterByTag(page, 'passive-oracle', page.getByText('passive-full', { exact: true }));
    expect(await page.getByText('passive-oracle', { exact: true }).count()).toBeGreaterThan(0);
    expect(await page.getByText('mvc-typescript-medium-2', { exact: true }).count()).toBeGreaterThan(0);
    await keepScreenshot(page, 'ui-tag');
    await page.close();
  });
});

describe('Vitest UI on a project with a failing case', () => {
  let ui: VitestUi;
  let address: string;
  beforeAll(async () => {
    ui = new VitestUi(join(ROOT, 'fixtures/projects/pictures'), 51_802);
    address = await ui.address();
  });
  afterAll(() => ui.stop());

  test.each(SCHEMES)('shows what the case missed, and its pictures, %s', async (scheme) => {
    const page = await openPage(address, scheme);
    const report = await openCase(page, 'pictured > config-aware > active > pipeline-typescript-medium-1');
    await expect.poll(() => report.locator('img').count()).toBe(4);
    await expect
      .poll(() => report.textContent())
      .toMatch(/ThresholdError: dependency_f1: wanted at least 0\.5, got 0\.\d+/);
    expect(await brokenImages(report)).toEqual([]);
    await keepScreenshot(page, `ui-failed-${scheme}`);
    await page.close();
  });
});
