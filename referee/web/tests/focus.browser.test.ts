import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Hand, waitFor } from './hands';
import { DESKTOP, PHONE, start, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(() => stage?.end());

const ALONE = ['here', 'here'];
/** What has the focus, by its words. */
const focus = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '');
const focusOn = (page: Page, words: string | RegExp) =>
  waitFor(
    async () => {
      const now = await focus(page);
      return typeof words === 'string' ? now === words : words.test(now);
    },
    `the focus on ${words}`,
    5,
  );

describe('where keys go on', () => {
  it('is the first that can be picked when a table is opened, and again when a dialog is closed', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', players: ALONE });
    const { page } = hand;
    await focusOn(page, 'bolt 1');
    const ring = () => page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    // What is told once at the table stands there ever after.
    await page.getByRole('dialog').getByText('also what no list offers').waitFor();
    await page.keyboard.press('Escape');
    await focusOn(page, 'bolt 1');
    expect(await ring()).toBe('solid');
    await page.keyboard.press('Enter');
    await page.locator('.crumb').waitFor();
    await hand.ends();
  });

  it('goes on at the board where only that can be picked, and is not lost when something is put down', async () => {
    const onBoard = (page: Page) =>
      page.evaluate(
        () => document.activeElement?.closest('[role="toolbar"]') !== null && document.activeElement !== null,
      );
    const hand = await Hand.at(stage, { battle: 'ea-heresy', players: ALONE, seed: 7 });
    const first = hand.page.locator('.choices .group button').first();
    await first.waitFor();
    await hand.page.keyboard.press('Tab');
    await first.focus();
    await hand.page.keyboard.press('Enter');
    await waitFor(() => onBoard(hand.page), 'the keys on the board');
    await hand.ends();
    const judge = await Hand.at(stage, { battle: 'two-hills', referee: true });
    await judge.page.getByRole('searchbox').first().fill('finn');
    const put = judge.page.getByRole('button', { name: 'put down finn', exact: true });
    await put.focus();
    await judge.page.keyboard.press('Enter');
    await waitFor(() => onBoard(judge.page), 'the keys on the board');
    await judge.page.keyboard.press('ArrowRight');
    await judge.page.keyboard.press('Enter');
    await judge.hears(({ log }) => log.length === 1, 'finn on the board');
    await judge.ends();
  });

  it('is not needed to hear what was done: each deed is read out once, with what came of it', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 7 });
    const { page } = hand;
    const region = page.locator('.panel > p.hidden[aria-live]');
    await region.waitFor({ state: 'attached' });
    await region.evaluate((live) => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      const note = () => heard.push(live.textContent ?? '');
      new MutationObserver(note).observe(live, { characterData: true, childList: true, subtree: true });
    });
    const attack = (await hand.view()).offers.actions.find(({ says }) => says.includes(' attacks '))!;
    for (const line of [attack.says, 'end turn']) {
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').fill(line);
      await page.keyboard.press('Enter');
      // The prompt tells what came of it as well.
      await page.locator('dialog .entry').last().locator('.came', { hasText: line }).first().waitFor();
      await page.keyboard.press('Escape');
      await hand.hears(({ yours }) => yours, 'the next question');
    }
    const { log } = await hand.view();
    const heard = await page.evaluate(() => Reflect.get(globalThis, 'heard') as string[]);
    const all = heard.join(' ');
    const done = log.filter(({ by }) => by != null).map(({ says }) => says.replace(/^[^:]*: /, ''));
    expect(done.length).toBeGreaterThan(1);
    for (const one of new Set(done))
      expect(all.split(one).length - 1, all).toBe(done.filter((it) => it === one).length);
    expect(all).toContain(log.findLast(({ says }) => says.startsWith('dice:'))!.told.at(-1)!.says);
    await hand.ends();
  });

  it('is the first card where cards are chosen', async () => {
    const hand = await Hand.at(stage, { battle: 'choosing-sides', players: ALONE });
    const first = hand.page.locator('.draft .name').first();
    await first.waitFor();
    await focusOn(hand.page, await first.innerText());
    // What is done now, and whose picks come after it.
    await hand.page.locator('.asked').getByText('picking a card').waitFor();
    await hand.page.locator('.asked').getByText('Then: B twice, A, B ...').waitFor();
    await hand.ends();
  });
});

describe('what does an action', () => {
  it.each([
    ['beside the board', DESKTOP],
    ['under it on a phone', PHONE],
  ])('is always at the same place, %s', async (_, size) => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ALONE, seed: 5 }, size);
    const { page } = hand;
    const { actions } = (await hand.view()).offers;
    const walk = actions.filter(({ about }) => about.length === 2 && about[1]!.slot === 'where to').at(-1)!;
    const places: string[] = [];
    for (const offer of [walk, actions.find(({ says }) => says.includes(' attacks '))!]) {
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.press('Escape');
      for (const { thing } of offer.about) {
        const marked = page.locator(`[data-thing="${thing}"]`);
        await marked.first().focus();
        await page.keyboard.press('Enter');
      }
      const button = page.getByRole('button', { name: 'Do it' });
      await button.waitFor();
      await page
        .locator('.decision')
        .getByText(/once more/)
        .waitFor();
      const { x, y } = (await button.boundingBox())!;
      places.push(`${Math.round(x)} ${Math.round(y)}`);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
    }
    expect(places[1]).toBe(places[0]);
    await hand.ends();
  });
});
