/** What two friends, one at a desktop and one with a phone, stumbled over in an evening. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { Hand, middleOf, still, waitFor } from './hands';
import { DESKTOP, PHONE, picture, seat, start, visit, type Stage, type Wanted } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(() => stage?.end());

/** Two who play each other: one at a desktop, the other with a phone. */
async function friends(wanted: Wanted): Promise<[Hand, Hand]> {
  const { links } = await seat(stage, { players: ['here', 'friend'], seed: 5, ...wanted });
  const other = links.find(({ whose }) => whose === 'B')!.path;
  return [await Hand.by(stage, links[0]!.path), await Hand.by(stage, other, PHONE)];
}

const puts = async (hand: Hand, data: object) =>
  expect((await hand.page.request.post(hand.api('inputs'), { data })).ok()).toBe(true);

/** Lets bots decide for both until something holds, whoever's turn it is; the page of each has heard of it. */
async function until(hands: Hand[], holds: (hand: Hand) => Promise<boolean>, most = 60) {
  for (let n = 0; n < most; n++) {
    for (const hand of hands) if (await holds(hand)) return hand;
    const views = await Promise.all(hands.map((hand) => hand.view()));
    const at = views.findIndex(({ yours }) => yours);
    await puts(hands[at]!, { decide: true });
    const { after } = await hands[at]!.view();
    for (const hand of hands) await hand.hears((view) => view.after >= after, 'the decision');
  }
  throw new Error('nothing of the kind was asked');
}

/** Whether all of it lies in what is seen of the part that scrolls, above what stands at its end. */
const inSight = (one: Locator) =>
  one.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const part = element.closest('.act, .part')!;
    const within = part.getBoundingClientRect();
    const end = element.closest('.deciding') ? null : part.querySelector('.deciding');
    const bottom = end?.getBoundingClientRect().top ?? within.bottom;
    return box.top >= within.top && box.bottom <= Math.min(bottom, innerHeight) + 1;
  });

const isWide = (page: Page) =>
  page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);

describe('what one is asked', () => {
  it('stands in sight with its first button, whatever happened before, and that in a line or two', async () => {
    const both = await friends({ battle: 'dragon-dice' });
    for (const whose of both) {
      const { page } = whose;
      // Dice of one's own fell, and the other did something since.
      await until(both, async (hand) => {
        if (hand !== whose || !(await hand.view()).yours) return false;
        return (
          (await page.locator('.happened.own.rolled').count()) > 0 && (await page.locator('.happened li').count()) > 0
        );
      });
      await still(page);
      expect(await inSight(page.locator('.asked'))).toBe(true);
      await waitFor(() => inSight(page.locator('.choices button, .deciding .do').first()), 'a button in sight');
      const lately = page.locator('.lately');
      expect((await lately.boundingBox())!.height).toBeLessThan(76);
      await picture(page, `asked-first-${whose === both[0] ? 'desktop' : 'phone'}`);
      // A press opens all of it above what is asked, and shuts it.
      const open = page.getByRole('button', { name: 'all that happened' });
      await open.click();
      const [happened, asked] = await Promise.all([
        page.locator('.happened').first().boundingBox(),
        page.locator('.asked').boundingBox(),
      ]);
      expect(happened!.y).toBeLessThan(asked!.y);
      await open.click();
      await waitFor(() => inSight(page.locator('.asked')), 'what is asked');
      await puts(whose, { decide: true });
    }
    for (const hand of both) await hand.ends();
  });

  it("tells the other's roll in sight of whoever answers it with dice", async () => {
    const [one, other] = await friends({ battle: 'duel-on-the-hill', dice: 'typed' });
    await puts(one, { line: 'marro 1 attacks finn' });
    await puts(one, { line: 'skull skull blank' });
    await other.page.locator('div.pad').waitFor();
    const lately = other.page.locator('.lately .line').last();
    await waitFor(async () => /2 skulls/.test((await lately.textContent()) ?? ''), 'the skulls');
    expect(await inSight(lately)).toBe(true);
    await picture(other.page, 'answers-a-roll-phone');
    await one.ends();
    await other.ends();
  });

  it('has its odds in sight above the button, on a phone', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 }, PHONE);
    const view = await hand.view();
    const { page } = hand;
    const attack = view.offers.actions.find(({ says }) => says === 'marro 1 attacks finn')!;
    await hand.page.locator('.choices').waitFor();
    for (const { thing } of attack.about) await hand.clickAt(middleOf(view, thing));
    const shares = page.locator('.decision figure .number');
    await shares.first().waitFor();
    await waitFor(async () => (await inSight(shares.first())) && (await inSight(shares.last())), 'all the odds');
    expect(await inSight(page.getByRole('button', { name: 'Do it' }))).toBe(true);
    await picture(page, 'odds-in-sight-phone');
    await hand.ends();
  });

  it('is offered in all the ways in which the same target can be attacked, each with its odds', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', players: ['here', 'here'], seed: 7 });
    const { page } = hand;
    await until([hand], async () =>
      (await hand.view()).offers.actions.some(({ says }) => says === 'sullivan uses shotgun blast on raelin'),
    );
    for (const name of ['sullivan', 'raelin']) {
      const button = page.locator('.choices').getByRole('button', { name, exact: true });
      if ((await button.count()) > 0) await button.first().click();
    }
    const ways = page.locator('.decision label');
    await waitFor(async () => (await ways.count()) === 2, 'both ways');
    await waitFor(async () => (await ways.getByText(/no effect \d+\.\d+ %/).count()) === 2, 'the odds of both');
    await picture(page, 'ways-light-desktop');
    await ways.nth(1).click();
    await hand.doIt(await hand.view());
    expect(JSON.stringify((await hand.view()).log.slice(-3))).toContain('sullivan uses shotgun blast on raelin');
    await hand.ends();
  });
});

describe('on the smallest phone', () => {
  it('the row of bots fits, and what closes it stands where it was opened', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 }, PHONE);
    const { page } = hand;
    const bots = page.getByRole('button', { name: 'what bots may decide' });
    const before = (await bots.boundingBox())!;
    await bots.tap();
    for (const one of await page.locator('.slider button:visible').all()) {
      const box = (await one.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    }
    const after = (await bots.boundingBox())!;
    const middle = before.x + before.width / 2;
    expect(after.x < middle && middle < after.x + after.width).toBe(true);
    expect(await isWide(page)).toEqual([PHONE.width, PHONE.height]);
    // Which table it is can be read.
    const title = page.locator('.title h1');
    expect(await title.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await picture(page, 'bots-phone');
    await hand.ends();
  });

  it('a game is given up in sight, in the status as well as with the keys', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 }, PHONE);
    const { page } = hand;
    const seen = async (one: Locator) => {
      const box = (await one.boundingBox())!;
      const end = await one.evaluate((it) => it.closest('dialog, .part')!.getBoundingClientRect().bottom);
      return box.y + box.height <= Math.min(end, PHONE.height);
    };
    await hand.press(/^how to play/);
    const sure = page.getByRole('button', { name: 'yes, give up the game' });
    await hand.press('give up ...');
    expect(await seen(sure)).toBe(true);
    await hand.press('no, play on');
    await hand.press('close');
    await page.getByRole('tab', { name: 'Status' }).tap();
    expect(await seen(page.getByRole('button', { name: 'Offer a draw' }))).toBe(true);
    await hand.press('give up ...');
    expect(await seen(sure)).toBe(true);
    await sure.tap();
    await hand.hears(({ asked }) => asked.kind === 'over', 'the end');
    await hand.ends();
  });

  it('the page of a draft is as high as the screen, and cards are sought on the board only where they lie there', async () => {
    const hand = await Hand.at(stage, { battle: 'choosing-sides', players: ['here', 'here'], seed: 5 }, PHONE);
    const { page } = hand;
    await page.locator('.draft').waitFor();
    expect(await isWide(page)).toEqual([PHONE.width, PHONE.height]);
    expect(await page.locator('.hint').first().textContent()).not.toContain('on the board');
    await hand.ends();
  });

  it('what closes a dialog stands beside its title', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 }, PHONE);
    const { page } = hand;
    await page.locator('button.called').first().tap();
    const dialog = page.getByRole('dialog');
    const [title, close] = await Promise.all([
      dialog.getByRole('heading').boundingBox(),
      dialog.getByRole('button', { name: 'close' }).boundingBox(),
    ]);
    expect(close!.y).toBeLessThan(title!.y + title!.height);
    expect(close!.x).toBeGreaterThan(title!.x + title!.width - 1);
    await hand.ends();
  });
});

describe('at a desktop', () => {
  it('words fit on the button that waits for others, and the log keeps half of a dozen lines', async () => {
    const [one, other] = await friends({ battle: 'training-day', dice: 'typed' });
    const { page } = one;
    await page.locator('.pad').getByRole('button', { name: '14', exact: true }).click();
    await page.getByRole('button', { name: 'These fell' }).click();
    const told = page.getByRole('button', { name: 'told: others are waited for' });
    await told.waitFor();
    expect(await told.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await other.tapDice();
    await until([one, other], async (hand) => hand === one && (await page.locator('.choices').count()) > 0);
    if ((await page.locator('.deciding').count()) === 0)
      expect((await page.locator('.part').boundingBox())!.height).toBeGreaterThan(200);
    await one.ends();
    await other.ends();
  });

  it('the menu of a line closes when it takes the line back', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const { page } = hand;
    await puts(hand, { line: 'finish moving' });
    await hand.hears(({ counted }) => counted === 1, 'a line');
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await page.getByRole('button', { name: 'take back this line, too' }).click();
    await hand.hears(({ counted }) => counted === 0, 'it to be taken back');
    expect(await page.locator('.menu').count()).toBe(0);
    await hand.ends();
  });

  it('a game that is over is given no die for its end, and is seen again by itself from the first line on', async () => {
    const [one, other] = await friends({ battle: 'duel-on-the-hill' });
    await puts(one, { line: 'finish moving' });
    await puts(one, { line: 'concede A' });
    const { page } = other;
    await page
      .getByText(/^The game is over/)
      .first()
      .waitFor();
    expect(await page.getByLabel('what others did').textContent()).not.toContain('⚄');
    await other.press('See it again from the beginning');
    await page.locator('.banner', { hasText: 'Moment 0 of' }).waitFor();
    // What is still to come is no news.
    expect(await page.getByLabel('what others did').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Take back to here' }).count()).toBe(0);
    await picture(page, 'see-again-phone');
    await other.press('Play on from here');
    await page.locator('.banner', { hasText: 'Moment 1 of' }).waitFor();
    await page.locator('.banner').waitFor({ state: 'detached' });
    await one.ends();
    await other.ends();
  });

  it('where links work stands beside what opens the table', async () => {
    const { page, context, faults } = await visit(stage, DESKTOP);
    await page.goto(stage.address);
    await page
      .getByRole('button', { name: /^With others \.\.\.: (?!armies)/ })
      .first()
      .click();
    const open = page.getByRole('button', { name: 'Open the table' });
    await open.waitFor();
    const note = page.locator('dialog .open .note');
    const [told, button] = await Promise.all([note.boundingBox(), open.boundingBox()]);
    expect(await note.textContent()).toContain('umpire serve --lan');
    expect(told!.y + told!.height).toBeLessThanOrEqual(button!.y + 1);
    expect(button!.y + button!.height).toBeLessThanOrEqual(DESKTOP.height);
    await picture(page, 'links-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });

  it("one's own words are no news in the chat when one comes back", async () => {
    const [one, other] = await friends({ battle: 'duel-on-the-hill', names: ['Ada', 'Ben'] } as Wanted);
    await puts(other, { chat: 'one' });
    await puts(one, { chat: 'two' });
    await one.page.reload();
    const count = one.page.getByRole('tab', { name: /^Chat/ }).locator('.tally');
    await count.waitFor();
    expect(await count.textContent()).toBe('1');
    await one.ends();
    await other.ends();
  });
});
