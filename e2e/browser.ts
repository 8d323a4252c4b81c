import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

const SHOTS = join(import.meta.dirname, '../.tocs/e2e');

/** Starts the Chromium of the machine. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium || true'], { encoding: 'utf8' }).trim();
  if (executablePath === '') throw new Error('there is no chromium: apt-get install -y chromium');
  // Pages ask for fonts of the network: nothing but this machine is looked up, so that none of them waits for an answer.
  const offline = [
    '--disable-background-networking',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ];
  // Without a GPU, and its replacement, frames are drawn as they come.
  const plain = ['--disable-gpu', '--disable-software-rasterizer'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...offline, ...plain] });
}

/**
 * Opens a case in the tree of Vitest UI or of its html report, and gives the panel that shows it.
 *
 * @param title suites and case as the heading shows them, e.g. `suite > agent > active > codebase`
 */
export async function openCase(page: Page, title: string): Promise<Locator> {
  const name = title.slice(title.lastIndexOf(' > ') + 3);
  const heading = page.getByText(title, { exact: true });
  await page.getByText(name, { exact: true }).first().waitFor();
  // Several cases have the name of one codebase: the heading tells which one was opened. A click before the page listens is
  // lost: all are tried again.
  for (let tries = 0; tries < 5; tries++) {
    for (const entry of await page.getByText(name, { exact: true }).all()) {
      // The list keeps rows that it does not show.
      const clicked = await entry.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
      if (!clicked) continue;
      const opened = await heading.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      );
      if (opened) return page.getByTestId('report');
    }
  }
  throw new Error(`no case is ${title}`);
}

/** Filters the tree of cases by a tag, and waits until it no longer shows the text. */
export async function filterByTag(page: Page, tag: string, gone: Locator, left = 0): Promise<void> {
  const search = page.getByPlaceholder(/Search/);
  // Text that is filled in before the page listens is lost: it is typed again until it counts.
  for (let tries = 0; tries < 20; tries++) {
    await search.fill('');
    await search.pressSequentially(`tag:${tag}`, { delay: 20 });
    await page.waitForTimeout(500);
    if ((await countShown(gone)) === left) return;
  }
  throw new Error(`the filter by ${tag} changes nothing`);
}

/** How many of the elements are in sight: a list that scrolls keeps rows that it no longer shows far above the page. */
function countShown(elements: Locator): Promise<number> {
  return elements.evaluateAll((all) => all.filter((element) => element.getBoundingClientRect().bottom > 0).length);
}

/** What is wrong with the images in a place: those that are broken or empty. */
export async function brokenImages(place: Locator): Promise<string[]> {
  const broken: string[] = [];
  for (const [i, image] of (await place.locator('img').all()).entries()) {
    const [width, height] = await image.evaluate(async (node) => {
      const picture = node as unknown as { decode(): Promise<void>; naturalWidth: number; naturalHeight: number };
      await picture.decode().catch(() => {});
      return [picture.naturalWidth, picture.naturalHeight];
    });
    if ((width ?? 0) < 100 || (height ?? 0) < 50) broken.push(`image ${i} is ${width} × ${height}`);
  }
  return broken;
}

/** Keeps what a page looks like, for people, in `.tocs/e2e`. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
