import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Hand, asked, waitFor } from './hands';
import { picture, seat, start, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(() => stage?.end());

/** Two who play each other from two browsers. */
async function two(battle: string, more = {}): Promise<[Hand, Hand]> {
  const { links } = await seat(stage, { battle, players: ['here', 'friend'], seed: 5, ...more });
  return [await Hand.by(stage, links[0]!.path), await Hand.by(stage, links.find(({ whose }) => whose === 'B')!.path)];
}

/** Types a line at the prompt, and leaves that. */
async function types(page: Page, line: string) {
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill(line);
  await page.keyboard.press('Enter');
  await page.locator('dialog .entry').last().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

const focus = (page: Page) => page.evaluate(() => document.activeElement?.className.split(' ')[0] ?? '');

describe('what a friend did', () => {
  it("is read out, and the newest of it is in sight though one's own deed was long", async () => {
    const [one, other] = await two('duel-on-the-hill');
    const { page } = other;
    const region = page.locator('.panel > p.hidden[aria-live]');
    // It is there before anything is said in it.
    expect(await region.textContent()).toBe('');
    const before = await one.view();
    const attack = before.offers.actions.find(({ says }) => says.includes(' attacks '))!;
    await types(one.page, attack.says);
    await waitFor(async () => ((await region.textContent()) ?? '').includes(attack.says), 'the attack to be read out');
    for (let n = 0; n < 12 && !(await other.view()).yours; n++) {
      await one.hears(({ yours }) => yours, 'a question');
      await types(one.page, (await one.view()).offers.actions.find(({ about }) => about.length === 0)!.says);
    }
    const last = page.getByLabel('what others did').locator('li').last();
    await last.waitFor();
    await picture(page, 'friend-news');
    const [box, line] = await Promise.all([page.getByLabel('what others did').boundingBox(), last.boundingBox()]);
    expect(line!.y).toBeGreaterThanOrEqual(box!.y);
    expect(line!.y + line!.height).toBeLessThanOrEqual(box!.y + box!.height + 1);
    await one.ends();
    await other.ends();
  });

  it('instead of answering is told to whoever had asked for something', async () => {
    const [one, other] = await two('duel-on-the-hill', { dice: 'typed' });
    const attack = (await one.view()).offers.actions.find(({ says }) => says.includes(' attacks '))!;
    await types(one.page, attack.says);
    await one.hears(({ asked }) => asked.kind === 'roll', 'the dice');
    await one.tapDice();
    await one.press(/Undo/);
    await one.page.locator('.strip', { hasText: 'asks for a take-back' }).waitFor();
    await other.hears(({ proposal, yours }) => proposal != null && yours, 'what is asked for');
    await other.tapDice();
    await one.page.locator('.note', { hasText: 'B went on: nothing is taken back.' }).waitFor();
    await picture(one.page, 'friend-went-on');
    expect(await one.page.locator('.strip', { hasText: 'asks for a take-back' }).count()).toBe(0);
    await one.ends();
    await other.ends();
  });
});

describe('the name of whoever sits there', () => {
  it('is given at the seat, and read beside its letter by all', async () => {
    const [one, other] = await two('duel-on-the-hill', { names: ['', 'Ben'] });
    const seats = (page: Page) => page.getByRole('list', { name: 'seats' });
    await seats(one.page).getByText('Ben (B)').waitFor();
    await seats(one.page).getByRole('button', { name: 'A (you)' }).click();
    const field = one.page.getByLabel('name of A');
    await field.fill('<b>Anna</b> of Ulm and beyond');
    // As many letters as a name has, and none of them is markup.
    expect(await field.inputValue()).toBe('<b>Anna</b> of Ulm and b');
    await one.page.getByRole('button', { name: 'Cancel' }).click();
    await seats(one.page).getByRole('button', { name: 'A (you)' }).click();
    await field.fill('<b>Anna</b>');
    await one.page.keyboard.press('Enter');
    for (const { page } of [one, other]) await seats(page).getByText('<b>Anna</b> (A)').waitFor();
    await other.page.locator('.asked .who', { hasText: '<b>Anna</b> (A)' }).waitFor();
    const attack = (await one.view()).offers.actions.find(({ says }) => says.includes(' attacks '))!;
    await types(one.page, attack.says);
    await other.page.locator('.log .says', { hasText: `<b>Anna</b> (A): ${attack.says}` }).waitFor();
    await picture(other.page, 'friend-named');
    // The next table knows whoever said it before.
    expect(await one.page.evaluate(() => localStorage.getItem('umpire.name'))).toBe('<b>Anna</b>');
    await other.page.reload();
    await seats(other.page).getByRole('button', { name: 'Ben (B) (you)' }).waitFor();
    await one.ends();
    await other.ends();
  });
});

describe('dice of both', () => {
  it('are told by each of their own, and lie there for the other to see', async () => {
    const [one, other] = await two('training-day', { dice: 'typed' });
    const theirs = (page: Page, seat: string) => page.locator('.pad section.laid', { hasText: `${seat}: 1 × d20` });
    await theirs(one.page, 'B').getByText('waited for').waitFor();
    expect(await one.page.locator('.pad section[aria-label*="d20"]:not(.laid)').count()).toBe(1);
    await one.page.locator('.pad').getByRole('button', { name: '14', exact: true }).click();
    await one.page.getByRole('button', { name: 'These fell' }).click();
    await one.page.getByRole('button', { name: 'told: others are waited for' }).waitFor();
    await theirs(other.page, 'A').getByText('✓ told').waitFor();
    expect(await theirs(other.page, 'A').textContent()).toContain('14');
    await picture(other.page, 'friend-dice');
    // What was told by mistake is told anew while the other is waited for.
    await theirs(one.page, 'A').getByRole('button', { name: 'change' }).click();
    await one.page.locator('.pad').getByRole('button', { name: '5', exact: true }).click();
    await one.page.getByRole('button', { name: 'These fell' }).click();
    await theirs(other.page, 'A').getByText('5', { exact: true }).first().waitFor();
    await other.page.locator('.pad').getByRole('button', { name: '9', exact: true }).click();
    await other.page.getByRole('button', { name: 'These fell' }).click();
    const view = await one.hears(({ log }) => log.length > 0, 'the dice');
    expect(view.log[0]!.says).toMatch(/5\D+9/);
    await one.ends();
    await other.ends();
  });

  it('may be typed by one hand for all', async () => {
    const [one, other] = await two('training-day', { dice: 'typed' });
    await one.page.getByRole('button', { name: 'type those of B, too' }).click();
    await one.tapDice();
    await other.hears(({ log }) => log.length > 0, 'the dice');
    await one.ends();
    await other.ends();
  });
});

describe('a network that is gone', () => {
  it('is told at once, and what could not be sent is forgotten when it is back', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const { page } = hand;
    const strip = page.locator('.strip', { hasText: 'Connection lost' });
    await page.context().setOffline(true);
    await strip.waitFor();
    await page.getByRole('button', { name: 'finish moving' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    const box = page.locator('.refusal');
    await box.waitFor();
    expect(await box.textContent()).toContain('Not answered: finish moving');
    // It is not the server's fault.
    expect(await box.textContent()).toContain('This device is offline.');
    await picture(page, 'offline');
    await page.context().setOffline(false);
    await strip.waitFor({ state: 'detached' });
    await box.waitFor({ state: 'detached' });
    // That it cannot be reached is all that the console says.
    expect(hand.seen.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await hand.seen.context.close();
  });
});

describe('a first decision in secret', () => {
  it('is taken back by the button', async () => {
    const [one, other] = await two('reef-raid');
    const undo = one.page.getByRole('button', { name: 'Undo' });
    expect(await undo.isDisabled()).toBe(true);
    await one.press('Bot: this move');
    await one.page.getByText('You have decided').waitFor();
    expect((await one.view()).counted).toBe(0);
    await undo.click();
    await one.hears(({ decided }) => decided.length === 0, 'the decision to be open again');
    await one.ends();
    await other.ends();
  });
});

describe('keys alone', () => {
  it('go to the first and the last of what can be picked on the board', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const { page } = hand;
    const all = page.getByRole('toolbar', { name: 'what can be picked on the board' }).locator('button');
    const names = await all.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).dataset.thing));
    expect(names.length).toBeGreaterThan(2);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.thing);
    await all.first().focus();
    await page.keyboard.press('End');
    expect(await focused()).toBe(names.at(-1));
    await page.keyboard.press('Home');
    expect(await focused()).toBe(names[0]);
    await hand.ends();
  });

  it('end no turn by themselves after an attack, and stay where it is told what is asked', async () => {
    const [one, other] = await two('duel-on-the-hill');
    const { page } = one;
    const attack = (await one.view()).offers.actions.find(({ says }) => says.includes(' attacks '))!;
    const choices = page.locator('.choices');
    await page.keyboard.press('Tab');
    for (const { thing } of attack.about) {
      const button = choices.getByRole('button', { name: thing, exact: true });
      if ((await button.count()) === 0) {
        await choices.locator('.widen').focus();
        await page.keyboard.press('Enter');
      }
      await button.focus();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: 'Do it' }).focus();
    const before = (await one.view()).after;
    await page.keyboard.press('Enter');
    const after = await one.hears(
      ({ after, yours, asked }) => after > before && yours && asked.kind === 'choice',
      'what is asked next',
    );
    await waitFor(async () => (await focus(page)) === 'asked', 'the focus to be at what is asked');
    // Whoever presses once more does nothing by that.
    await page.keyboard.press('Enter');
    expect((await one.view()).after).toBe(after.after);
    // Where others are asked it is there as well.
    for (let n = 0; n < 12 && (await one.view()).yours; n++) {
      const end = (await one.view()).offers.actions.find(({ about }) => about.length === 0);
      if (!end) break;
      await choices.getByRole('button', { name: end.says, exact: true }).focus();
      await page.keyboard.press('Enter');
      const doIt = page.getByRole('button', { name: 'Do it' });
      const put = (await one.view()).after;
      await waitFor(
        async () => (await one.view()).after > put || (await doIt.isVisible()),
        'the turn to end or to be decided',
      );
      if ((await one.view()).after === put) {
        await doIt.focus();
        await page.keyboard.press('Enter');
      }
      await one.hears(({ after }) => after > put, 'it to be done');
      await waitFor(async () => (await focus(page)) === 'asked', 'the focus to be at what is asked');
    }
    await one.ends();
    await other.ends();
  });
});

describe('a battle that is over', () => {
  it('is played again by both: whoever comes second is taken to the table of the first', async () => {
    const [one, other] = await two('duel-on-the-hill');
    await types(one.page, 'concede');
    await one.page.getByRole('heading', { name: 'you lost' }).waitFor();
    await one.page.getByRole('button', { name: 'Play again, sides swapped' }).click();
    await waitFor(async () => !one.page.url().includes((await other.view()).table), 'another table');
    await other.page.getByLabel('what others did').getByText('A concedes').waitFor();
    await other.page.getByText('A opened a table').waitFor();
    expect(await other.page.getByRole('button', { name: 'Play again' }).count()).toBe(0);
    await picture(other.page, 'friend-rematch');
    await other.page.getByRole('button', { name: 'To the rematch' }).click();
    await waitFor(async () => other.page.url().split('/')[4] === one.page.url().split('/')[4], 'the same table');
    await asked(other.page).waitFor();
    expect([(await one.view()).role.says, (await other.view()).role.says]).toEqual(['B', 'A']);
    await one.ends();
    await other.ends();
  });
});
