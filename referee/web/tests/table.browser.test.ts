import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { fit, toScreen } from '../src/camera';
import { boundsOf, place } from '../src/geometry';
import type { View } from '../src/wire';
import { DESKTOP, PHONE, picture, seat, start, visit, type Seen, type Stage, type Wanted } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

/** Sits down at a new table. */
async function sit(wanted: Wanted, size = DESKTOP, scheme: 'light' | 'dark' = 'light'): Promise<Seen> {
  const seated = await seat(stage, wanted);
  const seen = await visit(stage, size, scheme);
  await seen.page.goto(new URL(seated.links[0]!.path, stage.address).href);
  await seen.page.locator('.asked').first().waitFor();
  return seen;
}

const asked = (page: Page) => page.locator('.asked').first();

/** Picks a thing: on the board where it lies there, else among the buttons. */
async function pick(page: Page, name: string) {
  const onBoard = page.locator(`[data-thing="${name}"]`);
  if ((await onBoard.count()) > 0) {
    await onBoard.first().focus();
    await page.keyboard.press('Enter');
  } else await page.locator('.choices').getByRole('button', { name, exact: true }).first().click();
}

async function waitFor(true_: () => Promise<boolean>, what: string, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  while (!(await true_())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 60));
  }
}

/** Ends the turn, which is asked about while something else could be done. */
async function endTurn(page: Page) {
  await page.getByRole('button', { name: 'end turn' }).click();
  await page.getByRole('button', { name: 'Do it' }).click();
}

const lines = (page: Page) => page.locator('.log button.number').count();

/** Takes the slow way out: whatever is asked is answered by the bot, until something else is asked. */
async function decideUntil(page: Page, says: RegExp) {
  const bot = page.getByRole('button', { name: 'let a bot decide this' });
  for (let n = 0; n < 60 && !says.test((await asked(page).textContent()) ?? ''); n++) {
    const before = await lines(page);
    if (await bot.isVisible()) await bot.click().catch(() => undefined);
    await waitFor(async () => (await lines(page)) > before || says.test((await asked(page).textContent()) ?? ''), `something other than ${await asked(page).textContent()}`).catch(() => undefined);
  }
  expect(await asked(page).textContent()).toMatch(says);
}

async function axe(page: Page, part: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, nodes }) => `${part}: ${id}: ${nodes.slice(0, 3).map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

describe('the lobby', () => {
  it('opens a battle against the bot, and knows it afterwards', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    await page.getByRole('button', { name: /^Play .* against the bot$/ }).first().waitFor();
    await axe(page, 'lobby');
    await picture(page, 'lobby-light-desktop');
    await page.getByRole('button', { name: /^Play .* against the bot$/ }).first().click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();
    await page.getByRole('link', { name: 'to the lobby' }).click();
    await page.getByRole('heading', { name: 'Your tables' }).waitFor();
    expect(await page.locator('.tables li').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('gives out links for friends', async () => {
    const { page, context, faults } = await visit(stage, DESKTOP, 'dark');
    await page.goto(stage.address);
    await page.getByRole('button', { name: /^Choose who plays/ }).first().click();
    await picture(page, 'setup-dark-desktop');
    await axe(page, 'setup');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('link for B').inputValue();
    await axe(page, 'share');
    const friend = await visit(stage, PHONE);
    await friend.page.goto(link);
    await friend.page.getByText('B (you)').waitFor();
    expect([...faults, ...friend.faults]).toEqual([]);
    await friend.context.close();
    await context.close();
  });
});

describe('something of one\'s own', () => {
  it('is a saved game that goes on, or a scenario that is set up', async () => {
    const first = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await endTurn(first.page);
    await waitFor(async () => (await lines(first.page)) > 0, 'a line');
    const record = await (await first.page.request.get(await api(first.page, 'record'))).body();
    await first.context.close();

    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'saved.umpire', mimeType: 'application/octet-stream', buffer: record });
    await page.waitForURL(/\/t\//);
    await page.locator('.log li', { hasText: 'end turn' }).first().waitFor();

    await page.goto(stage.address);
    const scenario = readFileSync(new URL('../../../data/heroscape/scenarios/training-day.yaml', import.meta.url));
    await file.setInputFiles({ name: 'training-day.yaml', mimeType: 'text/yaml', buffer: scenario });
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();

    await page.goto(stage.address);
    await file.setInputFiles({ name: 'broken.yaml', mimeType: 'text/yaml', buffer: Buffer.from('a: [') });
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByRole('alert').waitFor();
    await picture(page, 'broken-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a battle on hexes', () => {
  it('is played by picking: order markers, an attack with its odds before and its ruling after', async () => {
    const { page, context, faults } = await sit({ battle: 'heroscape', seed: 11 });
    await decideUntil(page, /order markers/);
    for (let n = 0; n < 4; n++) {
      const next = page.locator('.choices .group button, .choices .list .line').first();
      await next.click();
    }
    const doIt = page.getByRole('button', { name: 'Do it' });
    await doIt.click();
    await waitFor(async () => !/order markers/.test((await asked(page).textContent()) ?? ''), 'the next question');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows odds before an attack and what came of it after; loses nothing; takes back', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    for (const { thing } of attack.about) await pick(page, thing);
    await page.locator('.decision').waitFor();
    await page.locator('.decision figure').waitFor();
    expect(await page.locator('.decision figure').textContent()).toMatch(/\d %/);
    await picture(page, 'attack-light-desktop');
    await axe(page, 'table');
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.locator('.log li', { hasText: 'dice:' }).first().waitFor();
    // What came of it stands where one looks.
    await page.locator('.lately li', { hasText: attack.says }).waitFor();
    await page.locator('.lately li', { hasText: 'dice:' }).first().waitFor();
    await picture(page, 'outcome-light-desktop');
    const before = await lines(page);
    expect(before).toBeGreaterThan(1);

    await page.reload();
    await page.locator('.log li', { hasText: 'dice:' }).first().waitFor();
    expect(await lines(page)).toBeGreaterThanOrEqual(before);

    // A rule's words are one click away.
    await page.locator('.log .chip').first().click();
    await page.getByRole('heading', { name: /^Rule / }).waitFor();
    await waitFor(async () => ((await page.locator('dialog .answer').textContent()) ?? '').length > 20, 'the words of a rule');
    await axe(page, 'rule');
    await page.keyboard.press('Escape');

    // An earlier moment.
    await page.getByLabel('one moment earlier').click();
    await page.getByText(/^Moment \d+ of \d+$/).waitFor();
    await picture(page, 'moment-light-desktop');
    await axe(page, 'moment');
    await page.getByRole('button', { name: 'Back to now' }).click();

    // Back to the beginning.
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitFor(async () => (await lines(page)) < before || (await page.locator('.strip.warn').count()) > 0, 'the undo');
    // What was taken back stays to be seen.
    await page.locator('.log li.undone', { hasText: 'taken back' }).first().waitFor();
    await picture(page, 'undone-light-desktop');
    await axe(page, 'undone');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is played with a mouse alone: a second click on the target does it', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    const [attacker, target] = attack.about.map((pick) => pick.thing);
    await clickThing(page, view, attacker!);
    await page.locator('.crumb', { hasText: attacker! }).waitFor();
    await picture(page, 'picks-light-desktop');
    await clickThing(page, view, target!);
    await page.locator('.decision', { hasText: attack.says }).waitFor();
    await page.waitForTimeout(400);
    await clickThing(page, view, target!);
    await page.locator('.log li', { hasText: attack.says }).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says why not, and forgets picks with Escape', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const [attacker] = view.offers.actions.find((action) => action.says.includes(' attacks '))!.about.map((pick) => pick.thing);
    await clickThing(page, view, attacker!);
    await page.locator('.crumb').waitFor();
    const can = new Set(view.offers.actions.filter((action) => action.about[0]?.thing === attacker).map((action) => action.about[1]?.thing));
    const ground = view.scene.things.filter(({ id, layer }) => layer === 'ground' && !can.has(id)).at(-1)!;
    await clickThing(page, view, ground.id);
    await page.locator('.look .refusal').waitFor();
    await picture(page, 'why-not-light-desktop');
    await axe(page, 'why not');
    await page.locator('canvas').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await waitFor(async () => (await page.locator('.crumb').count()) === 0, 'no picks');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('answers what is typed', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await page.keyboard.press('/');
    const line = page.getByRole('combobox');
    await line.fill('odds 3 v 4');
    await page.keyboard.press('Enter');
    await page.locator('dialog .answer figure').waitFor();
    await line.fill('fly me to the moon');
    await page.keyboard.press('Enter');
    await page.locator('dialog .refusal').waitFor();
    await line.fill('mov');
    await page.getByRole('option').first().waitFor();
    await picture(page, 'prompt-light-desktop');
    await axe(page, 'prompt');
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is drawn solid where it is uneven', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const solid = page.getByRole('button', { name: 'solid' });
    // Without named things there is nothing to draw solid.
    if (await solid.isVisible()) {
      await solid.click();
      await page.getByLabel('The board, solid.', { exact: false }).waitFor();
      await page.waitForTimeout(1500);
      await picture(page, 'solid-light-desktop');
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('an open table', () => {
  it('is played by pointing at places, listed or not', async () => {
    const { page, context, faults } = await sit({ battle: 'skirmish' });
    await page.locator('.choices .group button').first().click();
    await page.getByText('deploys at …').waitFor();
    const view = await known(page);
    const [x, y] = view.offers.actions[0]!.about[1]!.at!;
    await clickAt(page, view, [x + 0.7, y - 0.6]);
    await page.locator('.decision').waitFor();
    await picture(page, 'place-light-desktop');
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.locator('.log li', { hasText: 'deploys at' }).first().waitFor();
    // Where nothing may stand, the rules say so.
    await page.locator('.choices .group button').first().click();
    await page.getByText('deploys at …').waitFor();
    await clickAt(page, view, [x + 20, 24]);
    await page.locator('.panel .refusal').waitFor();
    await picture(page, 'refused-light-desktop');

    // The bot puts down the rest; then a piece is carried to where it goes.
    await page.locator('canvas').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '... and the rest' }).click();
    await waitFor(async () => !/deploy/.test((await asked(page).textContent()) ?? 'deploy') && (await known(page)).yours, 'the first turn', 40);
    await page.waitForTimeout(300);
    const now = await known(page);
    const walk = now.offers.actions.find(({ about }) => about.length === 2 && about[1]!.at)!;
    const piece = place(now.scene).find(({ thing }) => thing.id === walk.about[0]!.thing)!;
    const from = await onScreen(page, now, piece.middle);
    const to = await onScreen(page, now, [piece.middle[0] + 2, piece.middle[1] - 2.5]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
    await page.locator('.decision, .panel .refusal').first().waitFor();
    await picture(page, 'carried-light-desktop');
    expect(await page.locator('.decision, .panel .refusal').first().textContent()).toContain(piece.thing.id);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('takes a part for the whole', async () => {
    const { page, context, faults } = await sit({ battle: 'beacons' });
    await waitFor(async () => (await known(page)).yours, 'a question');
    const view = await known(page);
    const part = view.scene.things.find(({ part_of }) => view.offers.actions.some((action) => action.about[0]?.thing === part_of))!;
    await page.waitForTimeout(300);
    await clickThing(page, view, part.id);
    await page.locator('.crumb', { hasText: part.part_of! }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('two at one table', () => {
  it('talk, see each other, and agree on a take-back', async () => {
    const seated = await seat(stage, { battle: 'duel-on-the-hill', players: ['here', 'friend'], seed: 5 });
    const one = await visit(stage);
    const other = await visit(stage, PHONE, 'dark');
    const [mine, theirs] = seated.links.map((link) => new URL(link.path, stage.address).href);
    await one.page.goto(mine!);
    await other.page.goto(theirs!);
    await one.page.locator('.seats', { hasText: 'here' }).waitFor();
    await one.page.getByRole('tab', { name: /^Chat/ }).click();
    await one.page.getByLabel('say something').fill('<b>hello</b>');
    await one.page.keyboard.press('Enter');
    await other.page.getByRole('tab', { name: /^Chat/ }).tap();
    await other.page.getByText('<b>hello</b>').waitFor();

    // Dice fell: only both together may take that back.
    const view = await known(one.page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    for (const { thing } of attack.about) await pick(one.page, thing);
    await one.page.getByRole('button', { name: 'Do it' }).click();
    await one.page.getByRole('tab', { name: /^Log/ }).click();
    await one.page.locator('.log li', { hasText: 'dice:' }).first().waitFor();
    await one.page.getByRole('button', { name: 'Undo' }).click();
    await other.page.getByRole('button', { name: 'Yes, take it back' }).waitFor();
    await picture(other.page, 'take-back-dark-phone');
    await axe(other.page, 'take-back');
    await other.page.getByRole('button', { name: 'Yes, take it back' }).tap();
    await waitFor(async () => (await lines(one.page)) < 3, 'the take-back');
    expect([...one.faults, ...other.faults]).toEqual([]);
    await one.context.close();
    await other.context.close();
  });

  it('come back after a lost connection', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await endTurn(page);
    await waitFor(async () => (await lines(page)) > 0, 'the next line');
    await stage.kill();
    await page.getByText('Connection lost, trying again', { exact: false }).waitFor();
    await picture(page, 'lost-light-desktop');
    await stage.again();
    await page.getByText('Connection lost, trying again', { exact: false }).waitFor({ state: 'detached' });
    const before = await lines(page);
    await page.getByRole('button', { name: 'Do it' }).click();
    await waitFor(async () => (await lines(page)) > before, 'the line after');
    expect(faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
    await context.close();
  });
});

describe('a table', () => {
  it('goes on from an earlier moment at a table of its own', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    for (const { thing } of attack.about) await pick(page, thing);
    await page.getByRole('button', { name: 'Do it' }).click();
    await waitFor(async () => (await lines(page)) > 1, 'the dice');
    await page.getByLabel('one moment earlier').click();
    const moment = Number(/Moment (\d+) of/.exec((await page.locator('.banner').textContent()) ?? '')?.[1]);
    const first = page.url();
    await page.getByRole('button', { name: 'Go on from here as a new table' }).click();
    await page.waitForURL((url) => url.href !== first);
    await asked(page).waitFor();
    expect((await known(page)).counted).toBeGreaterThanOrEqual(moment);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has a referee who amends and overrules with a reason', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', referee: true });
    const line = page.getByRole('combobox');
    await page.keyboard.press('/');
    for (const [words, told] of [['wounds finn 2', 'wounds finn 2'], ['overrule marro 3 attacks finn because the tape says so', 'the tape says so']]) {
      await line.fill(words!);
      await line.press('Enter');
      await page.locator('.log li', { hasText: told! }).first().waitFor();
    }
    await page.keyboard.press('Escape');
    await picture(page, 'referee-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a phone', () => {
  it('takes real dice, tapped as they fell', async () => {
    const { page, context, faults } = await sit({ battle: 'dragon-dice', dice: 'typed' }, PHONE);
    await page.getByRole('button', { name: /to go$/ }).waitFor();
    await picture(page, 'dice-light-phone');
    await axe(page, 'dice pad');
    for (;;) {
      const groups: Locator = page.locator('.pad .faces');
      if ((await groups.count()) === 0) break;
      await groups.first().getByRole('button').first().tap();
    }
    await page.getByRole('button', { name: 'These fell' }).tap();
    await page.getByRole('tab', { name: /^Log/ }).tap();
    await page.locator('.log li', { hasText: 'dice:' }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('every game', () => {
  const battles = ['heroscape', 'dragon-dice', 'ea-heresy', 'skirmish'];
  it.each(battles)('%s looks well in light and dark, wide and narrow', async (battle) => {
    const seated = await seat(stage, { battle });
    for (const [size, name] of [[DESKTOP, 'desktop'], [PHONE, 'phone']] as const) {
      for (const scheme of ['light', 'dark'] as const) {
        const { page, context, faults } = await visit(stage, size, scheme);
        await page.goto(new URL(seated.links[0]!.path, stage.address).href);
        await asked(page).waitFor();
        await page.waitForTimeout(250);
        await picture(page, `${battle}-${scheme}-${name}`);
        await axe(page, `${battle} ${scheme} ${name}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        expect(faults).toEqual([]);
        await context.close();
      }
    }
  });
});

async function known(page: Page): Promise<View> {
  return (await page.request.get(await api(page, 'view'))).json();
}

/** Clicks where a thing lies on the board, which shows all of the picture. */
async function clickThing(page: Page, view: View, id: string) {
  await clickAt(page, view, place(view.scene).find(({ thing }) => thing.id === id)!.middle);
}

async function clickAt(page: Page, view: View, at: [number, number]) {
  await page.mouse.click(...(await onScreen(page, view, at)));
}

async function onScreen(page: Page, view: View, at: [number, number]): Promise<[number, number]> {
  const canvas = (await page.locator('canvas').boundingBox())!;
  const camera = fit(boundsOf(view.scene.shapes)!, canvas);
  const [x, y] = toScreen(camera, canvas, at);
  return [canvas.x + x, canvas.y + y];
}

/** The address of a part of the table that a page shows. */
async function api(page: Page, what: string): Promise<string> {
  const [, , table, key] = new URL(page.url()).pathname.split('/');
  return new URL(`/api/tables/${table}/${what}?key=${key}`, stage.address).href;
}
