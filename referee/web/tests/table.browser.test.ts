import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { fit } from '../src/camera';
import { boundsOf, place } from '../src/geometry';
import type { View } from '../src/wire';
import { axe, dragOn, middleOf, onScreen, still, waitFor } from './hands';
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

const lines = (page: Page) => page.locator('.log button.number').count();

/** Picks for some of the markers say which each is for, also behind the first; then they are given up again. */
async function tellsMarkers(page: Page) {
  const choices = page.locator('.choices');
  for (let n = 1; n <= 2; n++) {
    await choices.locator('.group button').first().click();
    await waitFor(async () => (await choices.locator('.crumb').count()) === n, `pick ${n}`);
  }
  const told = await choices
    .locator('.crumb')
    .evaluateAll((crumbs) => crumbs.map((crumb) => getComputedStyle(crumb, '::before').content));
  expect(told).toEqual([expect.stringContaining('marker 1 on'), expect.stringContaining('marker 2 on')]);
  for (let n = 1; n >= 0; n--) {
    await page.getByRole('button', { name: '↶ back' }).click();
    await waitFor(async () => (await choices.locator('.crumb').count()) === n, `${n} picks`);
  }
}

/** Takes the slow way out: whatever is asked is answered by the bot, until something else is asked. */
async function decideUntil(page: Page, says: RegExp) {
  const bot = page.getByRole('button', { name: 'Bot: this move' });
  for (let n = 0; n < 60 && !says.test((await asked(page).textContent()) ?? ''); n++) {
    const before = await lines(page);
    if (await bot.isVisible()) await bot.click().catch(() => undefined);
    await waitFor(
      async () => (await lines(page)) > before || says.test((await asked(page).textContent()) ?? ''),
      `something other than ${await asked(page).textContent()}`,
    ).catch(() => undefined);
  }
  expect(await asked(page).textContent()).toMatch(says);
}

describe('the lobby', () => {
  it('opens a battle against the bot, and knows it afterwards', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    await page
      .getByRole('button', { name: /^Play .* against the bot$/ })
      .first()
      .waitFor();
    await axe(page, 'lobby');
    for (const link of await page.getByRole('navigation', { name: 'games' }).getByRole('link').all()) {
      expect(await page.locator((await link.getAttribute('href'))!).count()).toBe(1);
    }
    await picture(page, 'lobby-light-desktop');
    await page
      .getByRole('button', { name: /^Play .* against the bot$/ })
      .first()
      .click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();
    await page.getByRole('link', { name: 'to the lobby' }).click();
    await page.getByRole('heading', { name: 'Your tables' }).waitFor();
    expect(await page.locator('.tables li').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows how a battle looks, and names those who fight as they are printed', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    const card = page.locator('.battle', { has: page.getByRole('heading', { name: 'Duel on the hill' }) });
    await card.getByText('You play A: Marro Warriors').waitFor();
    await card.scrollIntoViewIfNeeded();
    const drawn = () =>
      card
        .locator('img')
        .evaluate((img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth);
    await waitFor(async () => Number(await drawn()) > 0, 'the picture of the battle');
    const address = (await card.locator('img').getAttribute('src'))!;
    const kept = await page.request.get(new URL(address, stage.address).href);
    expect(kept.headers()['cache-control']).toContain('immutable');
    expect((await page.request.get(new URL('api/battles/none/picture.svg', stage.address).href)).status()).toBe(404);
    // On a battlefield of one's choice, that battlefield.
    const own = page.getByRole('article', { name: 'Your own armies' }).first();
    const before = await own.locator('img').getAttribute('src');
    await own.getByLabel('battlefield of your own armies of HeroScape').selectOption({ index: 1 });
    await waitFor(async () => (await own.locator('img').getAttribute('src')) !== before, 'another battlefield');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('gives out links for friends', async () => {
    const { page, context, faults } = await visit(stage, DESKTOP, 'dark');
    await page.goto(stage.address);
    await page
      .getByRole('button', { name: /^With others \.\.\.: (?!armies)/ })
      .first()
      .click();
    await page.getByLabel('judged by').waitFor();
    await page.getByText('will work on this machine only').waitFor();
    await picture(page, 'setup-dark-desktop');
    await axe(page, 'setup');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    // Whoever opened it for others has their links before their eyes, once.
    await page.getByRole('heading', { name: 'Invite others' }).waitFor();
    await page.reload();
    expect(await page.getByRole('heading', { name: 'Invite others' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('link for B').inputValue();
    // Such a link leads nowhere from another machine.
    await page.getByRole('note').getByText('umpire serve --lan').waitFor();
    // A phone reads it off the screen.
    await page.getByRole('button', { name: 'code for B' }).click();
    const code = page.getByAltText(/code for a phone/);
    await waitFor(() => code.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth >= 200), 'the code');
    // One goes on as oneself on a phone of one's own.
    await page.getByRole('button', { name: 'code for your own way back' }).click();
    await waitFor(
      () => code.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth >= 200),
      "the code of one's own",
    );
    expect(await page.getByLabel('your own link').inputValue()).toBe(page.url());
    await picture(page, 'share-dark-desktop');
    await axe(page, 'share');
    const friend = await visit(stage, PHONE);
    await friend.page.goto(link);
    await friend.page.getByText('B (you)').waitFor();
    expect([...faults, ...friend.faults]).toEqual([]);
    await friend.context.close();
    await context.close();
  });
});

describe("something of one's own", () => {
  it('is a saved game that goes on, or a scenario that is set up', async () => {
    const first = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await first.page.getByRole('button', { name: 'end turn' }).click();
    await first.page.getByRole('button', { name: 'Do it' }).click();
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
    // Whoever sits there is asked about, however many they are.
    const six = readFileSync(new URL('../../../data/heroscape/scenarios/six-banners.yaml', import.meta.url));
    await file.setInputFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: six });
    await page.getByLabel('F is played by').waitFor();
    expect(await page.getByLabel(/is played by/).count()).toBe(6);
    await page.getByRole('dialog').getByRole('heading', { name: 'Six banners' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await file.setInputFiles({ name: 'broken.yaml', mimeType: 'text/yaml', buffer: Buffer.from('a: [') });
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
    await tellsMarkers(page);
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
    // The whole width is 100 %.
    for (const bar of await page.locator('.decision figure li').all()) {
      const [fill, track] = [
        (await bar.locator('.fill').boundingBox())!.width,
        (await bar.locator('.track').boundingBox())!.width,
      ];
      const share = Number(/([\d.]+)\s*%/.exec((await bar.locator('.number').textContent())!)![1]) / 100;
      expect(Math.abs(fill - Math.max(share * track, 2))).toBeLessThan(1.5);
    }
    await picture(page, 'attack-light-desktop');
    await axe(page, 'table');
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.locator('.log li', { hasText: 'dice:' }).first().waitFor();
    const before = await lines(page);
    expect(before).toBeGreaterThan(1);

    await page.reload();
    await page.locator('.log li', { hasText: 'dice:' }).first().waitFor();
    expect(await lines(page)).toBeGreaterThanOrEqual(before);

    // A rule's words are one click away.
    await page.locator('.log .chip').first().click();
    await page.getByRole('heading', { name: /^Rule / }).waitFor();
    await waitFor(
      async () => ((await page.locator('dialog .answer').textContent()) ?? '').length > 20,
      'the words of a rule',
    );
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
    await waitFor(
      async () => (await lines(page)) < before || (await page.locator('.strip.warn').count()) > 0,
      'the undo',
    );
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
    await still(page);
    await clickThing(page, view, target!);
    await page.locator('.log li', { hasText: attack.says }).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks about what lies in tables by their names, whatever is looked at', async () => {
    const { page, context, faults } = await sit({ battle: 'dragon-dice', seed: 5 });
    await page.getByText(/^Ask/).click();
    await page.getByTitle('spell SPELL').click();
    const prompt = page.getByRole('dialog', { name: 'prompt' });
    expect(await prompt.getByRole('combobox').inputValue()).toBe('spell ');
    await prompt.getByRole('option', { name: 'spell hailstorm' }).waitFor();
    // Only spells are offered, no dice and no rules.
    for (const option of await prompt.getByRole('option').allTextContents()) expect(option).toMatch(/^spell /);
    await prompt.getByRole('option', { name: 'spell hailstorm' }).click();
    await prompt.getByRole('combobox').press('Enter');
    await prompt.locator('.entry', { hasText: '1 damage' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows the questions to whoever opens them on a small screen', async () => {
    const { page, context, faults } = await sit({ battle: 'heroscape', seed: 11 }, PHONE);
    await page.getByText(/^Ask/).tap();
    const question = page.locator('details[open] li button').nth(2);
    await waitFor(
      async () => {
        const box = await question.boundingBox();
        return box !== null && box.y + box.height <= PHONE.height;
      },
      'the questions in sight',
      5,
    );
    // What the form asks for may lie under the form itself: only its buttons take a click.
    await question.tap();
    const form = (await page.locator('.next code').boundingBox())!;
    const under = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.next') ?? null,
      [form.x + form.width / 2, form.y + form.height / 2],
    );
    expect(under).toBeNull();
    await page.getByRole('button', { name: 'ask nothing' }).tap();
    await page.locator('.next').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('puts in again what was taken back, by one press', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const walk = view.offers.actions.find(({ says, about }) => about.length === 2 && !says.includes('attacks'))!;
    await page.request.post(await api(page, 'inputs'), { data: { line: walk.says, after: view.after } });
    await page.locator('.log li', { hasText: walk.about[0]!.thing }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    // What was taken back is told where else is told what came of it.
    const back = page.getByLabel('what was taken back');
    await back.getByText(walk.says).waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('button', { name: 'Redo' }).waitFor({ state: 'detached' });
    await back.waitFor({ state: 'detached' });
    expect((await known(page)).log.map(({ says }) => says)).toEqual([expect.stringContaining(walk.about[0]!.thing)]);
    // Once something else was put in there is nothing to be put in again.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).waitFor();
    const then = await known(page);
    await page.request.post(await api(page, 'inputs'), { data: { line: 'end turn', after: then.after } });
    await page.getByRole('button', { name: 'Redo' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('tells all that a piece can do, and refuses nothing that nobody asked for', async () => {
    const { page, context, faults } = await sit({ battle: 'two-hills', seed: 5 });
    const view = await known(page);
    const theirs = view.scene.things.find(({ layer, owner }) => layer === 'pieces' && owner === 1)!;
    await clickThing(page, view, theirs.id);
    await page
      .locator('.look')
      .getByLabel(/^numbers of/)
      .getByText('Life')
      .waitFor();
    await picture(page, 'card-light-desktop');
    expect(await page.locator('.look .refusal').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is played by keys alone: Enter on the place that was chosen does it', async () => {
    const { page, context, faults } = await sit({ battle: 'heroscape', seed: 11 });
    const view = await known(page);
    const figure = view.offers.actions[0]!.about[0]!.thing;
    await page.locator(`.choices`).waitFor();
    await page.locator(`[role=toolbar] [data-thing="${figure}"]`).focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-thing') ?? null);
    const places = view.offers.actions
      .filter(({ about }) => about[0]?.thing === figure)
      .map(({ about }) => about[1]!.thing);
    await waitFor(async () => places.includes((await focused()) ?? ''), 'a place to have the focus');
    const place = await focused();
    await page.keyboard.press('Enter');
    await page.locator('.decision', { hasText: `${figure} at ${place}` }).waitFor();
    expect(await focused()).toBe(place);
    await page.keyboard.press('Enter');
    await waitFor(
      async () => (await known(page)).log.some(({ says }) => says.includes(`${figure} at ${place}`)),
      'it to be done',
    );
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has the end of a turn in sight, however many places can be picked', async () => {
    const { page, context, faults } = await sit({ battle: 'heroscape', seed: 11 });
    await decideUntil(page, /end the turn/);
    await waitFor(async () => (await known(page)).yours, 'a turn');
    const end = page.getByRole('button', { name: 'end turn', exact: true });
    await end.waitFor();
    expect((await known(page)).offers.actions.length).toBeGreaterThan(20);
    // With the last figure the tray went: what is left lies in the middle.
    await still(page);
    const canvas = page.locator('canvas');
    const [x, y, scale] = (await canvas.getAttribute('data-camera'))!.split(' ').map(Number) as [
      number,
      number,
      number,
    ];
    const whole = fit(boundsOf((await known(page)).scene.shapes)!, (await canvas.boundingBox())!);
    expect(Math.hypot(whole.x - x, whole.y - y) * scale).toBeLessThan(48);
    const [button, panel] = [(await end.boundingBox())!, (await page.locator('.act').boundingBox())!];
    expect(button.y + button.height).toBeLessThanOrEqual(panel.y + panel.height);
    await picture(page, 'end-of-turn-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says why not, and forgets picks with Escape', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const [attacker] = view.offers.actions
      .find((action) => action.says.includes(' attacks '))!
      .about.map((pick) => pick.thing);
    await clickThing(page, view, attacker!);
    await page.locator('.crumb').waitFor();
    const can = new Set(
      view.offers.actions
        .filter((action) => action.about[0]?.thing === attacker)
        .map((action) => action.about[1]?.thing),
    );
    const ground = view.scene.things.filter(({ id, layer }) => layer === 'ground' && !can.has(id)).at(-1)!;
    await clickThing(page, view, ground.id);
    await page.locator('.look .refusal').waitFor();
    await picture(page, 'why-not-light-desktop');
    await axe(page, 'why not');
    await page.locator('canvas').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await waitFor(async () => (await page.locator('.crumb').count()) === 0, 'no picks');

    // An enemy whom no listed action is about: the rules say why, by the game's own forms.
    const finn = view.scene.things.find(({ id }) => id === 'finn')!;
    const reaches = (id: string) =>
      view.offers.actions.some(({ about }) => about[0]?.thing === id && about.at(-1)?.thing === finn.id);
    const far = view.scene.things.find(
      ({ id, layer, owner }) => layer === 'pieces' && owner !== finn.owner && !reaches(id),
    )!;
    await clickThing(page, view, far.id);
    await page.locator('.crumb', { hasText: far.id }).waitFor();
    await clickThing(page, view, finn.id);
    await page.locator('.look .refusal', { hasText: `${far.id} attacks finn` }).waitFor();
    await picture(page, 'why-not-the-enemy-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('answers what is typed', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await page.keyboard.press('/');
    const line = page.getByRole('combobox', { name: 'type an action' });
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

  it('opens what a rule says wherever it is named, and the rules named there', async () => {
    const { page, context, faults } = await sit({ battle: 'dragon-dice', seed: 5 });
    await page.keyboard.press('/');
    const line = page.getByRole('combobox', { name: 'type an action' });
    const card = page.getByRole('dialog', { name: /^Rule / });
    await line.fill('rule DD-14.5');
    await page.keyboard.press('Enter');
    const chip = page.locator('dialog .past').getByRole('button', { name: 'rule DD-14.13', exact: true });
    await chip.click();
    await card.getByRole('heading', { name: 'Rule DD-14.13' }).waitFor();
    await card.getByText(/source:/).waitFor();
    await picture(page, 'rule-light-desktop');
    await axe(page, 'rule');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(await chip.evaluate((button) => button === document.activeElement)).toBe(true);

    // A rule named in the words of another takes its place.
    await page.locator('dialog .past').getByRole('button', { name: 'rule DD-14.5', exact: true }).click();
    await card.getByRole('button', { name: 'rule DD-14.13', exact: true }).click();
    await card.getByRole('heading', { name: 'Rule DD-14.13' }).waitFor();
    await card.locator('.headline', { hasText: 'city' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is drawn solid where it is uneven', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await page.getByRole('button', { name: '3D' }).click();
    await page.getByLabel('The board in 3D.', { exact: false }).waitFor();
    await still(page);
    await picture(page, 'solid-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('an open table', () => {
  it('tells places apart by what is done there, and chooses anew by pointing at another', async () => {
    const { page, context, faults } = await sit({ battle: 'skirmish', seed: 7 });
    await page.getByRole('button', { name: 'Bot: all such moves' }).click();
    await waitFor(
      async () => !/deploy/.test((await asked(page).textContent()) ?? 'deploy') && (await known(page)).yours,
      'the first turn',
      40,
    );
    await still(page);
    const now = await known(page);
    const walk = now.offers.actions.find(({ about }) => about.length === 2 && about[1]!.at)!;
    const [who, to] = [walk.about[0]!.thing, walk.about[1]!.at!];
    await page.locator('.choices .group').getByRole('button', { name: who, exact: true }).click();
    await page.locator('.sketches .sign').nth(1).waitFor();
    await picture(page, 'places-light-desktop');
    await clickAt(page, to);
    const says = page.locator('.decision').locator('.says, legend + label').first();
    const first = await says.textContent();
    const { middle } = place(now.scene).find(({ thing }) => thing.id === who)!;
    await clickAt(page, [(middle[0] + to[0]) / 2, (middle[1] + to[1]) / 2]);
    await waitFor(async () => (await says.textContent()) !== first, 'another place to be chosen');
    expect(await says.textContent()).toContain(who);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is played by pointing at places, listed or not', async () => {
    const { page, context, faults } = await sit({ battle: 'skirmish' });
    await page.locator('.choices .group button').first().click();
    await page.getByText('deploys at …').waitFor();
    const view = await known(page);
    const [x, y] = view.offers.actions[0]!.about[1]!.at!;
    await clickAt(page, [x + 0.7, y - 0.6]);
    await page.locator('.decision').waitFor();
    await picture(page, 'place-light-desktop');
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.locator('.log li', { hasText: 'deploys at' }).first().waitFor();
    // Where nothing may stand, the rules say so.
    await page.locator('.choices .group button').first().click();
    await page.getByText('deploys at …').waitFor();
    await clickAt(page, [x + 20, 24]);
    await page.locator('.panel .refusal').waitFor();
    await picture(page, 'refused-light-desktop');
    // What would do instead is shown first, and done by Enter.
    const before = await known(page);
    const instead = page.locator('.panel .refusal').getByRole('button', { name: / deploys at / });
    const line = (await instead.textContent())!;
    await instead.click();
    await page.locator('.decision .says', { hasText: /deploys at/ }).waitFor();
    expect(await page.locator('.panel .refusal').count()).toBe(0);
    // What was picked stays so.
    expect(await page.locator('.choices .group').count()).toBe(0);
    await waitFor(
      async () => page.getByRole('button', { name: 'Do it' }).evaluate((button) => button === document.activeElement),
      'the button to have the focus',
    );
    await still(page);
    await picture(page, 'suggested-light-desktop');
    expect((await known(page)).after).toBe(before.after);
    await page.keyboard.press('Enter');
    await waitFor(
      async () => (await known(page)).log.some(({ number, says }) => number > before.after && says.endsWith(line)),
      'what was suggested to be done',
    );

    // The bot puts down the rest; then a piece is carried to where it goes.
    await page.locator('canvas').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bot: all such moves' }).click();
    await waitFor(
      async () => !/deploy/.test((await asked(page).textContent()) ?? 'deploy') && (await known(page)).yours,
      'the first turn',
      40,
    );
    await still(page);
    const now = await known(page);
    const walk = now.offers.actions.find(({ about }) => about.length === 2 && about[1]!.at)!;
    const piece = place(now.scene).find(({ thing }) => thing.id === walk.about[0]!.thing)!;
    await dragOn(page, piece.middle, [piece.middle[0] + 2, piece.middle[1] - 2.5], () =>
      picture(page, 'carrying-light-desktop'),
    );
    // What is carried was picked with it, and the board did not move.
    await page.locator('.decision', { hasText: piece.thing.id }).waitFor();
    await picture(page, 'carried-light-desktop');
    expect(await page.locator('.panel .refusal').count()).toBe(0);
    await page.locator('canvas').focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
    await clickThing(page, now, piece.thing.id);
    await page.locator('.crumb', { hasText: piece.thing.id }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('takes a part for the whole', async () => {
    const { page, context, faults } = await sit({ battle: 'beacons' });
    await waitFor(async () => (await known(page)).yours, 'a question');
    const view = await known(page);
    const part = view.scene.things.find(({ part_of }) =>
      view.offers.actions.some((action) => action.about[0]?.thing === part_of),
    )!;
    await still(page);
    await clickThing(page, view, part.id);
    await page.locator('.crumb', { hasText: part.part_of! }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('what happened', () => {
  it("is told after one's own deed, and what others did is stepped through forwards", async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const view = await known(page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    for (const { thing } of attack.about) await pick(page, thing);
    await page.getByRole('button', { name: 'Do it' }).click();
    const own = page.getByLabel('what came of it');
    await own.getByText(attack.says).waitFor();
    await own.locator('.dice').first().waitFor();
    await own.locator('.chip').first().waitFor();
    // All that is shown of it is in sight: what it came to stands last.
    expect(await own.evaluate((card) => card.scrollHeight <= card.clientHeight)).toBe(true);
    // One's own lines are no news.
    expect(await page.locator('.log li.fresh').count()).toBe(0);
    await picture(page, 'outcome-light-desktop');
    await axe(page, 'outcome');

    const others = page.getByLabel('what others did');
    for (let n = 0; n < 20 && (await others.locator('li').count()) < 2; n++) {
      await waitFor(async () => (await known(page)).yours, 'a question');
      await page.request.post(await api(page, 'inputs'), { data: { decide: true, after: (await known(page)).after } });
      await still(page);
    }
    await waitFor(async () => (await known(page)).yours, "one's turn");
    // Whoever has to act is told it in short, and all of it when they want that.
    expect(await others.locator('li:visible').count()).toBe(1);
    await others.getByRole('button', { name: 'all', exact: true }).click();
    // What was decided for this seat elsewhere is told as the log has it.
    await others.locator('.mine', { hasText: 'A: ' }).or(own.getByText('A: ')).first().waitFor();
    const deeds = await others.locator('li').count();
    expect(deeds).toBeGreaterThan(1);
    await still(page);
    const camera = () => page.locator('canvas').getAttribute('data-camera');
    const before = await camera();
    await others.getByRole('button', { name: 'step through' }).click();
    // The board stays where it is while it is stepped through.
    await page.locator('.banner').waitFor();
    await still(page);
    expect(await camera()).toBe(before);
    for (let n = 1; n < deeds; n++) {
      await others.locator('b', { hasText: `${n} of ${deeds}` }).waitFor();
      if (n === 1) await picture(page, 'digest-light-desktop');
      // Nothing goes back by itself.
      await still(page);
      await others.locator('b', { hasText: `${n} of ${deeds}` }).waitFor();
      await others.getByRole('button', { name: 'next' }).click();
    }
    await others.locator('b', { hasText: `${deeds} of ${deeds}` }).waitFor();
    await others.getByRole('button', { name: 'now' }).click();
    expect(await page.locator('.banner').count()).toBe(0);
    await axe(page, 'digest');
    await others.getByRole('button', { name: 'Got it' }).click();
    await others.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is not done twice by a second press, nor by a bot that lies under it', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const puts: string[] = [];
    page.on('request', (request) => request.url().includes('/inputs') && puts.push(request.postData() ?? ''));
    const box = (await page.getByRole('button', { name: 'end turn' }).boundingBox())!;
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
    for (let n = 0; n < 4; n++) {
      await page.mouse.click(...at);
      await still(page);
    }
    await waitFor(async () => (await lines(page)) > 0, 'a line');
    expect(puts.filter((put) => !put.includes('end turn'))).toEqual([]);
    expect(puts.length).toBe(1);
    expect(await page.locator('.panel').getByText('bot', { exact: false }).count()).toBe(0);
    // No notice stays behind where a bot decided.
    await page.getByRole('button', { name: 'Bot: this move' }).click();
    await waitFor(async () => (await lines(page)) > 1, "the bot's line");
    await waitFor(async () => (await page.locator('.panel > .note').count()) === 0, 'no notice to be left');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is about the table as it is shown: nothing more is put in before that is heard of', async () => {
    const { page, context } = await visit(stage);
    let held: (() => void)[] | null = null;
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => (held ? void held.push(() => socket.send(frame)) : socket.send(frame)));
    });
    const seated = await seat(stage, { battle: 'skirmish' });
    await page.goto(new URL(seated.links[0]!.path, stage.address).href);
    const [one, rest] = ['Bot: this move', 'Bot: all such moves'].map((name) => page.getByRole('button', { name })) as [
      Locator,
      Locator,
    ];
    await one.waitFor();
    const { after } = await known(page);
    held = [];
    await one.click();
    await waitFor(async () => (await known(page)).after > after, 'the server to know of it');
    expect(await rest.isDisabled()).toBe(true);
    const late = held;
    held = null;
    for (const send of late) send();
    await rest.click();
    await waitFor(async () => !/deploy/.test((await asked(page).textContent()) ?? 'deploy'), 'all to be deployed', 60);
    expect(await page.locator('.panel .refusal').count()).toBe(0);
    await context.close();
  });

  it('lists few picks of the board as buttons, and asks no odds where there are none', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 422 && refused.push(response.request().postData() ?? ''));
    const view = await known(page);
    const first = new Set(view.offers.actions.flatMap(({ about }) => about[0]?.thing ?? []));
    expect(first.size).toBeLessThan(13);
    for (const name of first) await page.locator('.choices').getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'end turn' }).click();
    await still(page);
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('in secret: who has decided is told, and what', async () => {
    const seated = await seat(stage, { battle: 'training-day', players: ['here', 'friend'] });
    const one = await visit(stage);
    const other = await visit(stage, PHONE);
    await one.page.goto(new URL(seated.links[0]!.path, stage.address).href);
    await other.page.goto(new URL(seated.links[1]!.path, stage.address).href);
    await asked(one.page).waitFor();
    for (let n = 0; n < 40; n++) {
      const view = await known(one.page);
      if (view.asked.kind === 'choice' && view.asked.sealed) break;
      const page = view.yours ? one.page : other.page;
      const { after } = view;
      await page.request.post(await api(page, 'inputs'), { data: { decide: true, after } });
    }
    await asked(one.page).getByText('in secret').waitFor();
    const offer = (await known(one.page)).offers.actions[0]!;
    await one.page.keyboard.press('/');
    await one.page.getByRole('combobox', { name: 'type an action' }).fill(offer.says);
    await one.page.keyboard.press('Enter');
    await asked(one.page).getByText('You have decided').waitFor();
    await one.page.keyboard.press('Escape');
    await asked(one.page).getByText(offer.says).waitFor();
    await other.page.locator('.seats').getByText('has decided').waitFor();
    expect(await other.page.locator('body').textContent()).not.toContain(offer.says);
    await one.page.reload();
    await asked(one.page).getByText(offer.says).waitFor();
    await picture(one.page, 'secret-light-desktop');
    expect([...one.faults, ...other.faults]).toEqual([]);
    await one.context.close();
    await other.context.close();
  });
});

describe('the board', () => {
  it('leaves out what is not wanted, and says what its marks mean', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await still(page);
    const canvas = page.locator('canvas');
    const before = await canvas.screenshot();
    await page.getByRole('button', { name: 'Legend' }).click();
    await page.getByText('can be picked now').waitFor();
    await axe(page, 'legend');
    await picture(page, 'legend-light-desktop');
    await page.getByLabel('words on the ground').uncheck();
    await page.getByLabel('pieces', { exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByText('can be picked now').waitFor({ state: 'hidden' });
    await page.mouse.move(5, 5);
    await still(page);
    expect((await canvas.screenshot()).equals(before)).toBe(false);
    // It stays so.
    await page.reload();
    await page.getByRole('button', { name: 'Legend' }).click();
    expect(await page.getByLabel('words on the ground').isChecked()).toBe(false);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has words and keys when it is solid', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await page.getByRole('button', { name: '3D' }).click();
    await page.getByLabel('The board in 3D.', { exact: false }).waitFor();
    const view = await known(page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    for (const { thing } of attack.about) {
      await page.locator(`[data-thing="${thing}"]`).focus();
      await page.keyboard.press('Enter');
    }
    await page.locator('.decision', { hasText: attack.says }).waitFor();
    await axe(page, 'solid');
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)('is turned, tilted and brought closer by buttons when it is solid, on a %s', async (name, size) => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 }, size);
    await page.getByRole('button', { name: '3D' }).click();
    const canvas = page.getByLabel('The board in 3D.', { exact: false });
    const camera = async () =>
      ((await canvas.getAttribute('data-camera')) ?? '').split(' ').map(Number) as [number, number, number];
    await waitFor(async () => (await camera()).length === 3, 'the board to be drawn');
    const first = await camera();
    const tools = page.getByRole('group', { name: 'how the board is looked at' });
    const moves: [string, (before: typeof first, now: typeof first) => boolean][] = [
      ['turn clockwise', ([before], [now]) => now > before],
      ['turn counter-clockwise', ([before], [now]) => now < before],
      ['more from above', ([, before], [, now]) => now > before],
      ['more from the side', ([, before], [, now]) => now < before],
      ['closer', ([, , before], [, , now]) => now < before],
      ['farther', ([, , before], [, , now]) => now > before],
    ];
    for (const [label, moved] of moves) {
      const before = await camera();
      // By keyboard, as by hand.
      await tools.getByRole('button', { name: label, exact: true }).focus();
      await page.keyboard.press('Enter');
      await waitFor(async () => moved(before, await camera()), label);
    }
    await tools.getByRole('button', { name: 'turn clockwise', exact: true }).click();
    await tools.getByRole('button', { name: 'more from the side' }).click();
    await still(page);
    await picture(page, `solid-buttons-light-${name}`);
    await axe(page, `solid on a ${name}`);
    // None lies over another button of the board.
    const boxes = await Promise.all(
      (await page.locator('.boardbox button:visible').all()).map((button) => button.boundingBox()),
    );
    const shown = boxes.filter((box) => box !== null && box.width > 2);
    const meet = shown.filter((one, n) =>
      shown.some(
        (other, m) =>
          m > n &&
          one!.x < other!.x + other!.width &&
          other!.x < one!.x + one!.width &&
          one!.y < other!.y + other!.height &&
          other!.y < one!.y + one!.height,
      ),
    );
    expect(meet).toEqual([]);
    await tools.getByRole('button', { name: 'show the whole board' }).click();
    await waitFor(async () => String(await camera()) === String(first), 'the whole board');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has places to be pointed at when it is solid', async () => {
    const seated = await seat(stage, { battle: 'skirmish' });
    const { page, context, faults } = await visit(stage);
    // No open table has heights yet: one is lent to it on the way.
    await page.routeWebSocket(/\/live/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => {
        // An empty frame is a sign of life.
        if (frame === '') return;
        const view = JSON.parse(typeof frame === 'string' ? frame : gunzipSync(frame).toString()) as View;
        if (view.scene.things_from === 0 && view.scene.things[0]) view.scene.things[0].heights = [0, 2];
        socket.send(JSON.stringify(view));
      });
    });
    await page.goto(new URL(seated.links[0]!.path, stage.address).href);
    await page.locator('.choices .group button').first().click();
    await page.getByText('deploys at …').waitFor();
    await page.getByRole('button', { name: '3D' }).click();
    await page.getByLabel('The board in 3D.', { exact: false }).waitFor();
    await still(page);
    await picture(page, 'solid-places-light-desktop');
    const canvas = (await page.locator('canvas').boundingBox())!;
    await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height * 0.7);
    await page.locator('.decision, .panel .refusal').first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('carries a member of a formation that is in no list', async () => {
    const { page, context, faults } = await sit({ battle: 'beacons' });
    for (let n = 0; n < 40; n++) {
      const view = await known(page);
      if (view.yours && view.offers.actions.some(({ about }) => about[1]?.at)) break;
      if (view.yours) await page.request.post(await api(page, 'inputs'), { data: { decide: true, after: view.after } });
      else await still(page);
    }
    await still(page);
    const view = await known(page);
    const listed = new Set(view.offers.actions.flatMap(({ about }) => about[0]?.thing ?? []));
    const whole = view.scene.things.find(({ id, part_of }) => part_of !== null && listed.has(id))!.part_of!;
    const silent = place(view.scene).find(({ thing }) => thing.part_of === whole && !listed.has(thing.id))!;
    await dragOn(page, silent.middle, [silent.middle[0] + 3, silent.middle[1] - 4], () =>
      picture(page, 'formation-light-desktop'),
    );
    // Where there is nothing to be known before, to drop it there does it.
    await waitFor(async () => (await known(page)).after > view.after, 'the member to go');
    await picture(page, 'formation-dropped-light-desktop');
    expect((await known(page)).log.at(-1)!.says).toContain(`${silent.thing.id} to (`);

    // Who has done is ringed no more.
    await page.locator(`[data-thing="${silent.thing.id}"]`).waitFor({ state: 'detached' });
    const then = await known(page);
    expect(then.offers.unlisted).not.toContain(silent.thing.id);
    expect(await page.locator(`[data-thing="${then.offers.unlisted[0]}"]`).count()).toBe(1);

    // By its label what is left of the formation is carried, as it stands.
    const label = middleOf(then, whole);
    await dragOn(page, label, [label[0] + 3, label[1] - 5], () => picture(page, 'formation-label-light-desktop'));
    await waitFor(async () => (await known(page)).after > then.after, 'the formation to go');
    expect((await known(page)).log.find(({ number }) => number > then.after)!.says).toMatch(/; .* to \(/);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a battle of dice', () => {
  it('tells one choice from another, whole where it is decided', async () => {
    // What a friend would have to agree to take back is put up before it is done.
    const { page, context, faults } = await sit({ battle: 'castle-gate', players: ['here', 'friend'], seed: 5 });
    const lines = page.locator('.choices .list .line');
    await lines.first().waitFor();
    const all = await lines.allInnerTexts();
    expect(new Set(all).size).toBe(all.length);
    const { says } = (await known(page)).offers.actions[1]!;
    await lines.filter({ hasText: says }).first().click();
    expect(await page.locator('.decision .says').innerText()).toBe(says);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    // More than these is possible.
    expect((await known(page)).offers.complete).toBe(false);
    await page.getByText('Anything else that the rules allow').waitFor();
    await picture(page, 'split-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('two at one table', () => {
  it('talk, see each other, and agree on a take-back and on a draw', async () => {
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
    // Whoever is asked reads what would be gone.
    await other.page.locator('.strip', { hasText: attack.says }).waitFor();
    await picture(other.page, 'take-back-dark-phone');
    await axe(other.page, 'take-back');
    await other.page.getByRole('button', { name: 'Yes, take it back' }).tap();
    await waitFor(async () => (await lines(one.page)) < 3, 'the take-back');

    // So is a draw for both to agree to.
    await one.page.keyboard.press('/');
    await one.page.getByRole('combobox', { name: 'type an action' }).fill('draw');
    await one.page.keyboard.press('Enter');
    await other.page.getByText('offers a draw').waitFor();
    await other.page.getByRole('button', { name: 'Yes, a draw' }).tap();
    await one.page.locator('.log li', { hasText: 'a draw is agreed' }).first().waitFor();
    expect([...one.faults, ...other.faults]).toEqual([]);
    await one.context.close();
    await other.context.close();
  });

  it('read what a judge corrected, with the words that stood before', async () => {
    const seated = await seat(stage, {
      battle: 'duel-on-the-hill',
      players: ['here', 'friend'],
      dice: 'typed',
      judge: true,
    });
    const [one, judge] = [await visit(stage), await visit(stage, PHONE)];
    await one.page.goto(new URL(seated.links[0]!.path, stage.address).href);
    await judge.page.goto(new URL(seated.links.find(({ whose }) => whose === 'judge')!.path, stage.address).href);
    await asked(one.page).waitFor();
    await asked(judge.page).waitFor();
    const puts = async (page: Page, line: string) => {
      expect((await page.request.post(await api(page, 'inputs'), { data: { line } })).ok()).toBe(true);
    };
    await puts(one.page, 'marro 1 attacks finn');
    await puts(one.page, 'skull skull skull');
    await one.page.locator('.log li', { hasText: 'skull skull skull' }).waitFor();
    await puts(judge.page, 'correct 2 skull blank blank');
    const news = one.page.getByLabel('what others did');
    await news.getByText('Line 2 was corrected').waitFor();
    // It is read out as well, by the number of the line that was wrong.
    await one.page.locator('p.hidden[aria-live]', { hasText: 'Line 2 was corrected.' }).waitFor({ state: 'attached' });
    await news.locator('s', { hasText: 'skull skull skull' }).waitFor();
    await one.page.locator('.log li.corrected.fresh s', { hasText: 'skull skull skull' }).waitFor();
    await axe(one.page, 'a correction');
    await picture(one.page, 'corrected-light-desktop');
    await news.getByRole('button', { name: 'Got it' }).click();
    await news.waitFor({ state: 'detached' });
    expect(await one.page.locator('.log li.corrected').count()).toBeGreaterThan(0);
    expect([...one.faults, ...judge.faults]).toEqual([]);
    await one.context.close();
    await judge.context.close();
  });

  it('come back after a lost connection', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await page.getByRole('button', { name: 'end turn' }).click();
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

  it('has a menu at each line, and links to moments', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const view = await known(page);
    const attack = view.offers.actions.find((action) => action.says.includes(' attacks '))!;
    for (const { thing } of attack.about) await pick(page, thing);
    await page.getByRole('button', { name: 'Do it' }).click();
    await waitFor(async () => (await lines(page)) > 1, 'the dice');
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await axe(page, 'menu of a line');
    await picture(page, 'line-menu-light-desktop');
    const menu = page.getByLabel('what can be done with line 1', { exact: true });
    // However small the log is, all of it is in sight, and what closes it is what opened it.
    for (const button of await menu.getByRole('button').all()) {
      const { y, height } = (await button.boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    }
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await menu.waitFor({ state: 'detached' });
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    // What has happened is taken back; only what is refused is let through.
    expect(await menu.getByRole('button', { name: 'overrule' }).count()).toBe(0);
    await menu.getByRole('button', { name: /^copy/ }).click();
    await menu.getByText('✓ copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('#at=1');
    await menu.getByRole('button', { name: 'go there' }).click();
    await page.locator('.banner', { hasText: 'Moment 1 of' }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    // A click elsewhere put it away.
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await menu.getByRole('button', { name: 'note' }).click();
    await waitFor(
      async () => (await page.getByRole('combobox', { name: 'type an action' }).inputValue()) === 'note line 1: ',
      'the beginning of a note',
    );
    await page.keyboard.press('Escape');
    const there = await visit(stage);
    await there.page.goto(link);
    await there.page.locator('.banner', { hasText: 'Moment 1 of' }).waitFor();
    await there.page.getByRole('button', { name: 'Back to now' }).click();
    expect(there.page.url()).not.toContain('#at');
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await menu.getByRole('button', { name: 'take back to here' }).click();
    // The table may roll the dice again at once.
    await waitFor(async () => (await known(page)).undone.length > 0, 'the take-back');
    await waitFor(async () => (await known(page)).counted > 1, 'dice anew');
    // What it did is not covered by it.
    await menu.waitFor({ state: 'detached' });
    await page.getByLabel('menu of line 1', { exact: true }).click();
    await menu.getByRole('button', { name: 'take back this line, too' }).click();
    await waitFor(async () => (await known(page)).counted === 0, 'nothing to be left');
    expect([...faults, ...there.faults]).toEqual([]);
    await there.context.close();
    await context.close();
  });

  it('can be asked about what is looked at, and draws the answer', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', seed: 5 });
    await still(page);
    const view = await known(page);
    const piece = view.scene.things.find(
      ({ id, layer }) => layer === 'pieces' && view.offers.actions.some(({ about }) => about[0]?.thing === id),
    )!;
    await pick(page, piece.id);
    await page.locator('summary', { hasText: `Ask about ${piece.id}` }).click();
    await page.getByTitle(`reach ${piece.id}`).click();
    const told = page.getByRole('region', { name: 'what was asked' });
    await told.locator('.answer').waitFor();
    // It is told over the board as well, where the eyes are.
    await page.locator('.next', { hasText: piece.id }).waitFor();
    await picture(page, 'answer-drawn-light-desktop');
    await axe(page, 'answer drawn');
    await told.getByRole('button', { name: 'close the answer' }).click();
    await told.waitFor({ state: 'detached' });

    // A question about two is asked by clicking on both, and once more of another.
    const others = view.scene.things.filter(({ id, layer }) => layer === 'pieces' && id !== piece.id);
    await page.getByTitle(`los ${piece.id}`).click();
    await page.locator('.next', { hasText: 'Click on it' }).waitFor();
    await clickThing(page, view, others[0]!.id);
    await told.getByText(`los ${piece.id} ${others[0]!.id}`).waitFor();
    await page.getByRole('button', { name: 'ask again' }).click();
    await clickThing(page, view, others[1]!.id);
    await told.getByText(`los ${piece.id} ${others[1]!.id}`).waitFor();
    await picture(page, 'asked-by-clicking-light-desktop');
    await page.getByRole('button', { name: 'away with the answer' }).click();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('of a referee says what can be put down and asked', async () => {
    const { page, context, faults } = await sit({ battle: 'beacons', referee: true });
    await page.getByLabel('what may be put down').getByRole('button').first().waitFor();
    await page.getByRole('button', { name: /los / }).first().waitFor();
    await picture(page, 'referee-begins-light-desktop');
    await axe(page, 'referee begins');
    // What is looked at is filled in.
    await clickThing(page, await known(page), 'reds 1');
    await page.getByRole('button', { name: /^destroy reds 1/ }).click();
    await page.getByRole('region', { name: 'what is filled in' }).getByText('destroy reds 1').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has a referee who amends and overrules with a reason', async () => {
    const { page, context, faults } = await sit({ battle: 'duel-on-the-hill', referee: true });
    const line = page.getByRole('combobox', { name: 'type an action' });
    await page.keyboard.press('/');
    for (const [words, told] of [
      ['wounds finn 2', 'wounds finn 2'],
      ['overrule marro 3 attacks finn because the tape says so', 'the tape says so'],
    ]) {
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
      const groups: Locator = page.locator('.pad section:not(.full) > .faces');
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
    for (const [size, name] of [
      [DESKTOP, 'desktop'],
      [PHONE, 'phone'],
    ] as const) {
      for (const scheme of ['light', 'dark'] as const) {
        const { page, context, faults } = await visit(stage, size, scheme);
        await page.goto(new URL(seated.links[0]!.path, stage.address).href);
        await asked(page).waitFor();
        await still(page);
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
  await clickAt(page, place(view.scene).find(({ thing }) => thing.id === id)!.middle);
}

async function clickAt(page: Page, at: [number, number]) {
  await page.mouse.click(...(await onScreen(page, at)));
}

/** The address of a part of the table that a page shows. */
async function api(page: Page, what: string): Promise<string> {
  const [, , table, key] = new URL(page.url()).pathname.split('/');
  return new URL(`/api/tables/${table}/${what}?key=${key}`, stage.address).href;
}
