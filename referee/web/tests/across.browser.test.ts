import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { View } from '../src/wire';
import { Desk, shipped } from './desk';
import { Drawer } from './draw';
import { axe, Hand, still, waitFor } from './hands';
import { ACROSS, PHONE, picture, start, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(() => stage?.end());

/** Whether all of it is on the page, and nothing lies over its middle. */
async function inSight(page: Page, what: Locator) {
  const box = await what.boundingBox();
  const size = page.viewportSize()!;
  if (!box || box.y < 0 || box.x < 0 || box.y + box.height > size.height || box.x + box.width > size.width)
    return false;
  return what.evaluate(
    (one, [x, y]) => {
      const top = document.elementFromPoint(x!, y!);
      return one === top || one.contains(top);
    },
    [box.x + box.width / 2, box.y + box.height / 2],
  );
}

/** Picks an attack among the buttons. */
async function picksAttack(hand: Hand, view: View) {
  const choices = hand.page.locator('.choices');
  const attack = view.offers.actions.find(({ says }) => says.includes(' attacks '))!;
  for (const { thing } of attack.about) {
    const button = choices.getByRole('button', { name: thing, exact: true });
    const widen = choices.locator('.widen');
    await button.or(widen).first().waitFor();
    if ((await button.count()) === 0) await widen.tap();
    await button.tap();
  }
}

describe('a phone held across', () => {
  it('has the board beside what is asked, what is decided and the dice', async () => {
    const hand = await Hand.at(
      stage,
      { battle: 'duel-on-the-hill', players: ['here', 'here'], dice: 'typed', seed: 5 },
      ACROSS,
    );
    const { page } = hand;
    await still(page);
    await picture(page, 'across-asked');
    const board = (await page.locator('canvas').boundingBox())!;
    expect(board.height).toBeGreaterThan(220);
    expect(board.width).toBeGreaterThan(300);
    expect(await inSight(page, page.locator('.asked'))).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await axe(page, 'a phone held across');
    const view = await hand.view();
    await picksAttack(hand, view);
    const doIt = page.getByRole('button', { name: 'Do it' });
    await doIt.waitFor();
    await picture(page, 'across-decided');
    expect(await inSight(page, doIt)).toBe(true);
    expect((await doIt.boundingBox())!.height).toBeLessThan(50);
    await hand.doIt(view);
    await page.locator('.pad .faces').first().waitFor();
    await still(page);
    await picture(page, 'across-dice');
    for (const face of await page.locator('.pad .faces').first().getByRole('button').all())
      expect(await inSight(page, face)).toBe(true);
    expect(await inSight(page, page.locator('.pad .send .main'))).toBe(true);
    await hand.ends();
  });

  it('shows what is asked after many dice, though it was scrolled to their end', async () => {
    const hand = await Hand.at(
      stage,
      { battle: 'dragon-dice', players: ['here', 'here'], dice: 'typed', seed: 5 },
      ACROSS,
    );
    const { page } = hand;
    await page.locator('.pad .faces').first().waitFor();
    const part = page.locator('.part');
    await part.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    expect(await inSight(page, page.locator('.asked'))).toBe(false);
    await page.getByRole('button', { name: 'let the table roll' }).tap();
    await hand.hears(({ asked }) => asked.kind === 'choice', 'a choice');
    await waitFor(() => inSight(page, page.locator('.asked')), 'what is asked to be in sight');
    await hand.ends();
  });

  it('has the map of the editor beside its tools and its text', async () => {
    const desk = await Desk.with({ 'twin-hills.yaml': shipped('heroscape/battlefields/twin-hills.yaml') });
    try {
      const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml', ACROSS, 'dark');
      const { page } = drawer;
      await page.locator('canvas').waitFor();
      await still(page);
      await picture(page, 'across-editor');
      const board = (await page.locator('canvas').boundingBox())!;
      expect(board.height).toBeGreaterThan(220);
      const tools = (await page.getByRole('complementary', { name: 'tools' }).boundingBox())!;
      expect(tools.height).toBeGreaterThan(220);
      expect(tools.x).toBeGreaterThanOrEqual(board.x + board.width - 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await axe(page, 'the editor on a phone held across');
      await page.locator('.tabs').getByRole('button', { name: /^Text/ }).tap();
      await page.locator('.cm-content').waitFor({ state: 'visible' });
      await picture(page, 'across-editor-text');
      expect(drawer.seen.faults).toEqual([]);
      await drawer.seen.context.close();
    } finally {
      await desk.end();
    }
  });
});

describe('a phone held upright', () => {
  it('keeps its board for a few dice, the slider its width, and a button its words in one row', async () => {
    const hand = await Hand.at(
      stage,
      { battle: 'duel-on-the-hill', players: ['here', 'here'], dice: 'typed', seed: 5 },
      PHONE,
    );
    const { page } = hand;
    const slider = (await page.locator('.slider input').boundingBox())!;
    expect(slider.width).toBeGreaterThan(120);
    await page.getByRole('button', { name: 'what bots may decide' }).tap();
    await picture(page, 'upright-bots');
    expect(await inSight(page, page.getByRole('button', { name: 'Bot: this move' }))).toBe(true);
    await page.getByRole('button', { name: 'what bots may decide' }).tap();
    const before = (await page.locator('canvas').boundingBox())!;
    const view = await hand.view();
    await picksAttack(hand, view);
    const doIt = page.getByRole('button', { name: 'Do it' });
    await doIt.waitFor();
    await picture(page, 'upright-decided');
    expect((await doIt.boundingBox())!.height).toBeLessThan(50);
    await hand.doIt(view);
    await page.locator('.pad .faces').first().waitFor();
    await still(page);
    await picture(page, 'upright-dice');
    const during = (await page.locator('canvas').boundingBox())!;
    expect(during.height).toBeGreaterThan(before.height * 0.75);
    expect(await inSight(page, page.locator('.pad .send .main'))).toBe(true);
    // Nothing moves under the finger while dice are tapped in.
    const face = page.locator('.pad .faces').first().getByRole('button').first();
    await face.tap();
    await still(page);
    expect((await page.locator('canvas').boundingBox())!.height).toBeCloseTo(during.height, 0);
    expect(await inSight(page, page.locator('.pad .send .main'))).toBe(true);
    await hand.ends();
  });
});
