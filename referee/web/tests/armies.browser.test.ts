import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hand, asked, axe, middleOf, waitFor } from './hands';
import type { View } from '../src/wire';
import { DESKTOP, PHONE, picture, seat, start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

async function known(page: Page): Promise<View> {
  const [, , table, key] = new URL(page.url()).pathname.split('/');
  return (await page.request.get(new URL(`/api/tables/${table}/view?key=${key}`, stage.address).href)).json();
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

describe("a place for one's army", () => {
  it("tells cards with their numbers and powers, one's own first, and points out whoever is looked at", async () => {
    const hand = await Hand.at(stage, { battle: 'two-hills', seed: 5 });
    const { page } = hand;
    await tab(page, 'Army').click();
    const own = page.getByRole('region', { name: 'army of A' });
    await own.getByText('Finn the Viking Champion').waitFor();
    await own.getByLabel('numbers of Finn the Viking Champion').getByText('Defense').waitFor();
    await own.getByLabel('powers of Finn the Viking Champion').getByText('Attack Aura 1').waitFor();
    expect(
      await page
        .getByRole('region', { name: /^army of/ })
        .first()
        .getAttribute('aria-label'),
    ).toBe('army of A');
    // Another's figure that is clicked has its card told at once, and stands out in the list.
    const view = await hand.view();
    const theirs = view.scene.things.find(({ layer, owner }) => layer === 'pieces' && owner === 1)!;
    await hand.clickAt(middleOf(view, theirs.id));
    await page
      .locator('.look')
      .getByLabel(/^numbers of/)
      .waitFor();
    await page
      .locator('.look')
      .getByLabel(/^powers of/)
      .waitFor();
    expect(await page.locator('.look').getByRole('button', { name: 'all that it can do' }).count()).toBe(0);
    await page.locator('.armies [aria-current=true]').waitFor();
    await axe(page, 'army');
    await picture(page, 'army-light-desktop');
    expect(hand.seen.faults).toEqual([]);
    await hand.seen.context.close();
  });

  it('tells formations, dice and figures of every game, also on a phone', async () => {
    for (const [battle, words] of [
      ['ea-heresy', 'Infantry'],
      ['dragon-dice', 'Oak Lord'],
      ['skirmish', 'quality'],
    ] as const) {
      const hand = await Hand.at(stage, { battle }, PHONE);
      const { page } = hand;
      await tab(page, 'Army').tap();
      await page.getByRole('region', { name: 'army of A' }).getByText(words).first().waitFor({ state: 'attached' });
      // A formation goes by the name it has on the board, whatever it is made of.
      if (battle === 'ea-heresy')
        await page.getByRole('heading', { name: 'guards Guard' }).waitFor({ state: 'attached' });
      await axe(page, `army of ${battle}`);
      await picture(page, `army-${battle}-light-phone`);
      expect(hand.seen.faults).toEqual([]);
      await hand.seen.context.close();
    }
  });

  it('shows the card of the piece in hand', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', seed: 11 });
    const { page } = hand;
    const view = await known(page);
    await page.locator(`[role=toolbar] [data-thing="finn"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator('.inhand').getByLabel('powers of Finn the Viking Champion').waitFor();
    expect(view.scene.things.find(({ id }) => id === 'finn')!.card).toBe('finn');
    expect(hand.seen.faults).toEqual([]);
    await hand.seen.context.close();
  });
});

describe('a draft', () => {
  it("is set up in the lobby on a battlefield of one's choice, and cards are chosen by points, numbers and powers", async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    await page.getByLabel('battlefield of your own armies of HeroScape').selectOption({ label: 'Training ground' });
    await page.getByLabel('points of each army of HeroScape').fill('300');
    await page.getByRole('button', { name: 'Pick and play: armies of HeroScape against the bot' }).click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();
    const list = page.getByRole('region', { name: 'cards to choose from' });
    await list.waitFor();
    const before = await known(page);
    expect(before.title).toBe('own-armies-on-training-ground');
    await list
      .getByLabel('armies so far')
      .getByText(/300 are left/)
      .first()
      .waitFor();
    await list.getByRole('button', { name: 'points', exact: true }).click();
    const dearest = Number(await list.locator('tbody td[data-head=points]').first().textContent());
    const all = await list.locator('tbody td[data-head=points]').allTextContents();
    expect(Math.max(...all.map(Number))).toBe(dearest);
    await list.getByLabel('search the cards').fill('viking champion');
    await list.getByRole('button', { name: 'Finn the Viking Champion' }).click();
    await list.getByLabel('powers of Finn the Viking Champion').getByText('Attack Aura 1').waitFor();
    await axe(page, 'draft');
    await picture(page, 'draft-light-desktop');
    await list.getByRole('button', { name: 'Take Finn the Viking Champion' }).click();
    await waitFor(
      async () => (await known(page)).status.some(({ owner, name }) => owner === 0 && name === 'finn'),
      'a card to be drafted',
    );
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has the height of a phone, cards as wide as it with what takes them in sight, and nothing that is taken unasked', async () => {
    const { links } = await seat(stage, { battle: 'choosing-sides', players: ['friend', 'friend'], seed: 7 });
    const by = (whose: string) => links.find((link) => link.whose === whose)!.path;
    const { page: other, context } = await visit(stage);
    const [, , table, key] = by('A').split('/');
    for (const line of ['draft marcu', 'place marcu at A1/1']) {
      const put = `${stage.address}api/tables/${table}/inputs?key=${key}`;
      expect((await other.request.post(put, { data: { line } })).ok()).toBe(true);
    }
    await context.close();
    const hand = await Hand.by(stage, by('B'), PHONE);
    const { page } = hand;
    const list = page.getByRole('region', { name: 'cards to choose from' });
    await list.waitFor();
    // What the other side has as well stands on the board, and is no button that takes one at once.
    expect(await page.locator('.choices').getByRole('button', { name: 'marcu', exact: true }).count()).toBe(0);
    await list.getByText('pick a card for at most 400 points').waitFor();
    const rows = list.getByRole('region', { name: 'the cards' });
    expect((await rows.boundingBox())!.height).toBeGreaterThan(PHONE.height * 0.42);
    expect(await rows.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await list.getByRole('button', { name: 'Defense' }).waitFor();
    await list.getByRole('button', { name: 'Acolarh' }).tap();
    const take = list.getByRole('button', { name: 'Take Acolarh' });
    const inside = async () => {
      const [box, all] = [(await take.boundingBox())!, (await rows.boundingBox())!];
      return box.x >= all.x && box.x + box.width <= all.x + all.width && box.y + box.height <= all.y + all.height;
    };
    await waitFor(inside, 'what takes the card to be in sight');
    await axe(page, 'draft on a phone');
    await picture(page, 'draft-light-phone');
    // To be done with it is asked for once more.
    await list.getByRole('button', { name: 'pass' }).tap();
    await page.getByRole('button', { name: 'Do it' }).waitFor();
    expect((await hand.view()).yours).toBe(true);
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await take.tap();
    await hand.hears(({ status }) => status.some(({ owner, name }) => owner === 1 && name === 'acolarh'), 'the card');
    await hand.ends();
  });
});

describe('the end of a game', () => {
  it('tells what is left of whom, and begins another with sides swapped; the lobby folds what is over', async () => {
    const { links } = await seat(stage, { battle: 'two-hills', seed: 3 });
    const { page, context, faults } = await visit(stage, DESKTOP);
    await page.goto(new URL(links[0]!.path, stage.address).href);
    await asked(page).waitFor();
    // Whoever gives up has lost.
    const [, , table, key] = links[0]!.path.split('/');
    const inputs = `${stage.address}api/tables/${table}/inputs?key=${key}`;
    await page.request.post(inputs, { data: { line: 'concede' } });
    await page.getByRole('heading', { name: 'The game is over: B won, you lost' }).waitFor();
    await page.getByRole('region', { name: 'what is left of A' }).getByText('tarn-viking-warriors').waitFor();
    await axe(page, 'ending');
    await picture(page, 'ending-light-desktop');
    await page.getByRole('button', { name: 'Play again, sides swapped' }).click();
    await waitFor(async () => !page.url().includes(table!), 'another table');
    await asked(page).waitFor();
    expect((await known(page)).role.says).toBe('B');
    await page.goto(stage.address);
    const tables = page.getByRole('region', { name: 'Your tables' });
    await tables.getByText('Finished (1)').click();
    await tables.getByText('you lost').waitFor();
    await picture(page, 'tables-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });
});
