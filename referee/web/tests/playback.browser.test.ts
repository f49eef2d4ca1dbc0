import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { axe, Hand, still, waitFor } from './hands';
import { DESKTOP, PHONE, picture, seat, start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => stage.end());

/** Sits down where motion is wanted, and chooses how fast what others do is shown. */
async function sit(pace: string, size = DESKTOP, scheme: 'light' | 'dark' = 'light'): Promise<Hand> {
  const { links } = await seat(stage, { battle: 'heroscape', seed: 7 });
  const hand = await Hand.sits(stage, await visit(stage, size, scheme, true), links[0]!.path, size === PHONE);
  const { page } = hand;
  await hand.press('Legend');
  const choice = page.getByLabel('legend').getByLabel(pace, { exact: true });
  expect(await page.getByLabel('legend').getByLabel('slowly', { exact: true }).isChecked()).toBe(true);
  await choice.check();
  await hand.press('Legend');
  return hand;
}

const told = (page: Page) => page.getByRole('group', { name: 'what others did, on the board' });

/** Plays on until a bot took a turn that is shown. */
async function bots(hand: Hand) {
  const { page } = hand;
  for (let n = 0; n < 60; n++) {
    const view = await hand.turn();
    const ends = view.offers.actions.find(({ says }) => says === 'end turn');
    const sent = await page.request.post(hand.api('inputs'), {
      data: { ...(ends ? { line: ends.says } : { decide: true }), after: view.after },
    });
    expect(sent.ok()).toBe(true);
    await hand.hears(({ after }) => after > view.after, 'what was put in');
    await hand.turn();
    if (ends && (await told(page).count()) > 0) return;
    // It may be over by itself just now.
    if ((await told(page).count()) > 0)
      await told(page)
        .getByRole('button', { name: 'Skip' })
        .click({ timeout: 1000 })
        .catch(() => undefined);
  }
  throw new Error('no bot took a turn');
}

describe('what a bot did', () => {
  it.each([
    ['desktop', DESKTOP, 'light'],
    ['phone', PHONE, 'dark'],
  ] as const)(
    'is stepped through on the board before it is shown as it is, and leaves traces, on a %s',
    async (name, size, scheme) => {
      const hand = await sit('step by step', size, scheme);
      const { page } = hand;
      await bots(hand);
      const part = told(page);
      await part.getByText(/^1 of \d+$/).waitFor();
      const [, count] = /of (\d+)/.exec((await part.locator('.count').textContent())!)!;
      await still(page);
      await picture(page, `played-back-${scheme}-${name}`);
      await axe(page, `played back on a ${name}`);
      // It lies beneath the board, not over it.
      const [board, banner] = await Promise.all([page.locator('canvas').boundingBox(), part.boundingBox()]);
      expect(banner!.y).toBeGreaterThan(board!.y + board!.height - 5);
      // What is asked is there all the while.
      expect((await hand.view()).yours).toBe(true);
      expect(await page.locator('.choices:not([inert])').count()).toBe(1);
      const next = part.getByRole('button', { name: /^(Next|Now)$/ });
      const where = await next.boundingBox();
      for (let n = 2; n <= Number(count); n++) {
        await (size === PHONE ? next.tap() : next.click());
        await part.getByText(`${n} of ${count}`).waitFor();
        expect((await next.boundingBox())!.y).toBe(where!.y);
      }
      await (size === PHONE ? next.tap() : next.click());
      await part.waitFor({ state: 'detached' });
      await still(page);
      await picture(page, `traces-${scheme}-${name}`);
      await hand.ends();
    },
  );

  it('is shown by itself, until a key or a press anywhere', async () => {
    const hand = await sit('slowly');
    const { page } = hand;
    for (const ends of [() => page.keyboard.press('a'), () => page.locator('.asked').first().click()]) {
      await bots(hand);
      await ends();
      // Long before the next deed would have been shown.
      expect(await told(page).count()).toBe(0);
    }
    await hand.ends();
  });

  it('keeps nobody from answering at once', async () => {
    const hand = await sit('step by step');
    const { page } = hand;
    await bots(hand);
    const before = await hand.view();
    await page.locator('.choices').getByRole('button', { name: 'end turn' }).click();
    if ((await page.getByRole('button', { name: 'Do it' }).count()) > 0) await hand.doIt(before);
    await hand.hears(({ after }) => after > before.after, 'the end of the turn');
    await hand.ends();
  });

  it('is shown on the solid board, too', async () => {
    const hand = await sit('step by step');
    const { page } = hand;
    await page.getByRole('button', { name: '3D' }).click();
    await page.getByLabel('The board in 3D.', { exact: false }).waitFor();
    await bots(hand);
    await told(page)
      .getByText(/^1 of \d+$/)
      .waitFor();
    await still(page);
    const first = await page.locator('canvas').screenshot();
    await told(page).getByRole('button', { name: 'Skip' }).click();
    await still(page);
    await waitFor(async () => !(await page.locator('canvas').screenshot()).equals(first), 'the board as it is');
    await hand.ends();
  });
});
