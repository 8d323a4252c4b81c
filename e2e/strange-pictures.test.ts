import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawExploring } from '../reporters/construct/pictures.ts';
import type { Codebase } from '../src/codebase/codebase.ts';
import type { Agent } from '../src/episode/agent.ts';
import { generate } from '../src/patterns/generate.ts';
import { runEpisode } from '../src/phases/construct/run-episode.ts';
import { score } from '../src/scoring/score.ts';
import { brokenImages, launchBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const STRANGE = [
  '</svg><b>',
  'a"b\\',
  '&amp;',
  'x\u0000y',
  'line\nbreak',
  '💥.ts',
  'very/'.repeat(200),
  ']]>',
  '%22',
  '',
];

test('a browser draws the pictures of an agent that names strange things', async () => {
  const agent: Agent = {
    name: 'strange',
    explore: () => {
      const left = STRANGE.map((argument) => ({ type: 'search', argument }) as const);
      const edges = STRANGE.map((target) => ({ target, type: 'IMPORTS' }));
      return {
        act: () => left.shift() ?? { type: 'done' },
        observe: () => {},
        believe: () => ({ components: Object.fromEntries(STRANGE.map((path) => [path, { edges }])) }),
      };
    },
  };
  const [codebase] = generate({ complexity: 'small', seeds: [1] }) as [Codebase];
  const transcript = await runEpisode({ agent, codebase, condition: 'active' });
  const pictures = await drawExploring(transcript, codebase.groundTruth, score(transcript, codebase.groundTruth));
  const page = await browser.newPage();
  const images = pictures.map(
    ({ svg }) => `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
  );
  await page.setContent(images.join(''));
  expect(await page.locator('img').count()).toBe(4);
  expect(await brokenImages(page.locator('body'))).toEqual([]);
});
