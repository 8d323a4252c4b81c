import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../fixtures/run-vitest.ts';
import { brokenImages, filterByTag, keepScreenshot, launchBrowser, openCase } from './browser.ts';

let browser: Browser;
let run: VitestRun;
const html = mkdtempSync(join(tmpdir(), 'tocs-html-'));
beforeAll(async () => {
  browser = await launchBrowser();
  run = await runVitest('pictures', { args: ['--reporter=html'], env: { TOCS_FIXTURE_HTML: html } });
});
afterAll(() => browser.close());

describe.each(['light', 'dark'] as const)('the html report of Vitest, %s', (colorScheme) => {
  test('shows pictures, tags and scores of a failed and of a passed case', async () => {
    const page = await browser.newPage({ viewport: { width: 1500, height: 1300 }, colorScheme });
    await page.goto(`file://${join(html, 'index.html')}`);
    for (const [place, condition, pictures] of [
      ['failed', 'active', 4],
      ['passed', 'passive-full', 2],
    ] as const) {
      const report = await openCase(page, `pictured > config-aware > ${condition} > pipeline-typescript-medium-1`);
      await expect.poll(() => report.locator('img').count()).toBe(pictures);
      expect(await brokenImages(report)).toEqual([]);
      await expect.poll(() => report.textContent()).toContain('"agent": "config-aware"');
      await keepScreenshot(page, `html-${place}-${colorScheme}`);
    }
    await page.close();
  });
});

test('the html report shows what became of the affected part of the graph', async () => {
  const ofRevise = mkdtempSync(join(tmpdir(), 'tocs-html-'));
  await runVitest('revise', { args: ['revise.eval', '--reporter=html'], env: { TOCS_FIXTURE_HTML: ofRevise } });
  const page = await browser.newPage({ viewport: { width: 1500, height: 1300 } });
  await page.goto(`file://${join(ofRevise, 'index.html')}`);
  const name = 'both phases > follow-imports > revise > boundary_breach real > pipeline-typescript-small-1';
  const report = await openCase(page, name);
  await expect.poll(() => report.locator('img').count()).toBe(5);
  expect(await brokenImages(report)).toEqual([]);
  await keepScreenshot(page, 'html-revise');
  await page.close();
});

test('the html report filters by tag', async () => {
  const page = await browser.newPage();
  await page.goto(`file://${join(html, 'index.html')}`);
  const codebase = page.getByText('pipeline-typescript-medium-2', { exact: true });
  await expect.poll(() => codebase.count()).toBe(2);
  await filterByTag(page, 'passive-full', codebase, 1);
  await page.close();
});

describe.each(['light', 'dark'] as const)('report.html, %s', (colorScheme) => {
  test('draws its charts and tables without any request', async () => {
    const page = await browser.newPage({ viewport: { width: 1100, height: 1500 }, colorScheme });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const file = join(run.runDirectory, 'report.html');
    await page.goto(`file://${file}`);
    expect(requests).toEqual([`file://${file}`]);
    const charts = page.locator('figure svg');
    expect(await charts.count()).toBe(3);
    for (const chart of await charts.all()) {
      const box = await chart.boundingBox();
      expect(box?.width).toBeGreaterThan(500);
      expect(box?.height).toBeGreaterThan(150);
    }
    expect(await page.locator('figure').allInnerTexts()).toEqual([
      expect.stringMatching(/F1 by action: active[\s\S]*mean over 2 codebases; band: 95 % interval/),
      expect.stringContaining('Recall by edge type'),
      expect.stringContaining('Active against passive'),
    ]);
    expect(await page.locator('h3').allInnerTexts()).toEqual(
      expect.arrayContaining(['Performance', 'Active-Passive Gap']),
    );
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(15, 20, 25)');
    await keepScreenshot(page, `report-${colorScheme}`);
    await page.close();
  });

  test('says the same as report.md', async () => {
    const text = readFileSync(join(run.runDirectory, 'report.html'), 'utf8');
    for (const heading of run.report.matchAll(/^### (.*)$/gm)) expect(text).toContain(`<h3>${heading[1]}</h3>`);
  });
});
