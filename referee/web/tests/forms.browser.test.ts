import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { Desk, shipped } from './desk';
import { Drawer } from './draw';
import { axe, waitFor } from './hands';
import { PHONE, picture } from './stage';

let desk: Desk;

const COMMENTED = `game: heroscape
scenario: commented
battlefield:
  battlefield: field
  # the ford is two wide on purpose
  levels:
    1: |
      g g w g g
       g g w g g
  start: {A: A1 A2, B: E1 E2}   # one row each
seats:
  # Ann brings Finn
  A: {cards: [finn]}
  B: {cards: [syvarris]}   # Bob
`;

beforeAll(async () => {
  desk = await Desk.with({
    'terrain.yaml': shipped('skirmish/terrain.yaml'),
    'wet-feet.yaml': shipped('heroscape/house_rules/wet-feet.yaml'),
    'glyphs.yaml': shipped('heroscape/glyphs.yaml'),
    'second.yaml': shipped('heroscape/editions/second.yaml'),
    'twin-hills.yaml': shipped('heroscape/battlefields/twin-hills.yaml'),
    'commented.yaml': COMMENTED,
    'club-rules.yaml':
      'game: heroscape\nhouse_rules: club-rules\nterrain:\n  tiles:\n    add:\n      - {id: ember_mud, letter: K, thick: true, colour: "#804020", rule: HS-5.4.1, source: [TW], enter_cost: 2}\n',
    'mud.yaml': 'battlefield: mud\nlevels:\n  1: |\n    g g K g g\n     g g K g g\n    g g g g g\n',
  });
});
afterAll(() => desk?.end());

const row = (page: Page, name: string) =>
  page.locator(`[data-row]`, { has: page.locator('.name', { hasText: new RegExp(`^${name}`) }) }).first();

describe('a table of rows as a form', () => {
  it('is filled in and typed in at once, with one history and every comment kept', async () => {
    const drawer = await Drawer.at(desk.stage, 'terrain.yaml');
    const { page } = drawer;
    await row(page, 'hedge').click();
    const form = page.getByRole('region', { name: 'the row hedge' });
    await form.getByLabel('Height', { exact: true }).waitFor();
    expect(await form.getByText('1 is as high as a figure').count()).toBe(1);
    const before = await drawer.text();
    await form.getByLabel('Height', { exact: true }).fill('2');
    await form.getByLabel('Height', { exact: true }).press('Enter');
    await drawer.says(
      '{id: hedge, cover: true, difficult: true, colour: "#5f8c4a", strewn: {shape: line, size: [5, 9], often: 3}, height: 2}',
    );
    expect((await drawer.text()).split('\n').filter((line) => !before.split('\n').includes(line)).length).toBe(1);
    expect(await drawer.text()).toContain('# Kinds of ground.');
    await axe(page, 'a form of terrain');
    await picture(page, 'form-terrain');

    // What is typed stands in the form, and a step back takes either back.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await form.getByLabel('Height', { exact: true }).inputValue()) === '', 'no height');
    expect(await drawer.text()).toBe(before);
    await page.keyboard.press('Control+Shift+Z');
    await waitFor(async () => (await form.getByLabel('Height', { exact: true }).inputValue()) === '2', 'a height');
    // What is wrong is told at its field.
    await form.getByLabel('Height', { exact: true }).fill('900');
    await form.getByLabel('Height', { exact: true }).press('Enter');
    await form.getByRole('alert').getByText('expected a whole number from 0 to 255').first().waitFor();
    await form.getByRole('button', { name: 'clear Height' }).click();
    await waitFor(async () => (await drawer.text()) === before, 'the text before');

    // What is being typed stays, whatever comes back of what was typed before.
    const height = form.getByLabel('Height', { exact: true });
    await height.fill('2');
    await height.press('Enter');
    await height.fill('3');
    await drawer.says('height: 2}');
    expect(await height.inputValue()).toBe('3');
    await height.press('Enter');
    await drawer.says('height: 3}');
    await form.getByRole('button', { name: 'clear Height' }).click();
    await waitFor(async () => (await drawer.text()) === before, 'the text before');

    await form.getByRole('button', { name: 'New row like this' }).click();
    await drawer.says('- {id: hedge_2, cover: true');
    const fresh = page.getByRole('region', { name: 'the row hedge_2' });
    await fresh.getByRole('button', { name: 'Take it out' }).click();
    await waitFor(async () => (await drawer.text()) === before, 'the text before');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('takes back in its fields and lists what the page takes back', async () => {
    const drawer = await Drawer.at(desk.stage, 'terrain.yaml');
    const { page } = drawer;
    await row(page, 'hedge').click();
    const form = page.getByRole('region', { name: 'the row hedge' });
    const height = form.getByLabel('Height', { exact: true });
    const before = await drawer.text();
    const shows = (entry: Locator, value: string) =>
      waitFor(async () => (await entry.inputValue()) === value, `a field that shows ${value}`);
    const says = (text: string) => waitFor(async () => (await drawer.text()) === text, 'the text before');
    await height.click();
    await page.keyboard.type('4');
    await page.keyboard.press('Tab');
    await drawer.says('height: 4}');
    await page.keyboard.press('Control+z');
    await says(before);
    await shows(height, '');
    await height.focus();
    await page.keyboard.press('Control+y');
    await drawer.says('height: 4}');
    await shows(height, '4');
    await page.keyboard.press('Control+z');
    await says(before);
    await shows(height, '');

    // What is being typed is taken back, and comes again.
    await page.keyboard.type('3');
    await page.keyboard.press('Control+z');
    await waitFor(() => page.getByRole('button', { name: 'Redo' }).isEnabled(), 'something to be put in again');
    await says(before);
    await shows(height, '');
    await page.keyboard.press('Control+Shift+Z');
    await drawer.says('height: 3}');
    await shows(height, '3');
    await page.keyboard.press('Control+z');
    await says(before);

    const cover = form.getByLabel('Cover', { exact: true });
    await cover.selectOption('false');
    await drawer.says('cover: false');
    await cover.focus();
    await page.keyboard.press('Control+z');
    await says(before);
    await shows(cover, 'true');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('saves what is being typed in a field, too', async () => {
    const drawer = await Drawer.at(desk.stage, 'terrain.yaml');
    const { page } = drawer;
    await row(page, 'hedge').click();
    const before = desk.saved('terrain.yaml');
    await page.getByRole('region', { name: 'the row hedge' }).getByLabel('Height', { exact: true }).click();
    await page.keyboard.type('4');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.keyboard.press('Control+s');
    await saved;
    expect(desk.saved('terrain.yaml')).toContain('height: 4}');
    expect(desk.saved('terrain.yaml')).toBe(await drawer.text());
    await page.getByRole('status').getByText('saved', { exact: true }).waitFor();
    writeFileSync(desk.file('terrain.yaml'), before);
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('opens the row where the cursor is, also of glyphs and with a search', async () => {
    const drawer = await Drawer.at(desk.stage, 'glyphs.yaml');
    const { page } = drawer;
    await page.getByLabel('search rows').fill('gerda');
    await row(page, 'gerda').click();
    await page.getByRole('region', { name: 'the row gerda' }).getByText('HS-6.3.1').first().waitFor();
    await page.locator('.cm-line', { hasText: 'id: astrid' }).click();
    await page.getByRole('region', { name: 'the row astrid' }).waitFor();
    await picture(page, 'form-glyphs');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('house rules as a form', () => {
  it('override one field, add a row, take one out, and say what would change', async () => {
    const drawer = await Drawer.at(desk.stage, 'wet-feet.yaml');
    const { page } = drawer;
    await row(page, 'ice').waitFor();
    const before = await drawer.text();
    await row(page, 'ice').click();
    const form = page.getByRole('region', { name: 'the row ice' });
    await form.getByLabel('Enter cost', { exact: true }).fill('4');
    await form.getByLabel('Enter cost', { exact: true }).press('Enter');
    await drawer.says('ice: {add: {enter_cost: 4}}');
    await form.locator('.mark', { hasText: 'changed' }).waitFor();
    await form.getByRole('button', { name: 'As the table has it' }).click();
    await waitFor(async () => (await drawer.text()) === before, 'the text before');
    await row(page, 'water').click();
    const water = page.getByRole('region', { name: 'the row water' });
    await water.getByText('the table:').first().waitFor();
    await picture(page, 'form-house-rules');

    const effects = page.getByRole('region', { name: 'what would change' });
    await effects.getByText('On the board').click();
    await effects.getByLabel('battlefield').selectOption('twin-hills.yaml');
    await effects.locator('canvas').waitFor();
    await effects.locator('canvas').click();
    await effects.getByText('before', { exact: true }).last().waitFor();
    await waitFor(async () => (await effects.locator('dl dd').count()) === 2, 'two answers');
    await effects.scrollIntoViewIfNeeded();
    await axe(page, 'what would change');
    await picture(page, 'form-board');
    await effects.getByRole('button', { name: 'side by side' }).click();
    await waitFor(async () => (await effects.locator('canvas').count()) === 2, 'both boards');
    await effects.locator('figcaption').first().scrollIntoViewIfNeeded();
    await picture(page, 'form-boards');
    await effects.getByRole('button', { name: 'Run the conformance scenarios' }).click();
    await waitFor(
      async () => /\d+ of \d+ conformance scenarios would say otherwise/.test((await effects.textContent()) ?? ''),
      'what would change',
      90,
    );
    await effects.locator('.found li').first().waitFor();
    await picture(page, 'form-effects');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('say why they are not played by themselves, and what is wrong only as long as it is', async () => {
    const drawer = await Drawer.at(desk.stage, 'wet-feet.yaml');
    const { page } = drawer;
    await page.getByText('laid over a battle whose file says house_rules: [wet-feet]').waitFor();
    const plays = page.getByRole('button', { name: 'Play it' });
    expect(await plays.isDisabled()).toBe(true);
    expect(await plays.getAttribute('title')).toContain('house_rules: [wet-feet]');
    await row(page, 'ice').click();
    const cost = page.getByRole('region', { name: 'the row ice' }).getByLabel('Enter cost', { exact: true });
    await cost.fill('900');
    await cost.press('Enter');
    await drawer.says('900');
    const effects = page.getByRole('region', { name: 'what would change' });
    await effects.getByRole('button', { name: 'Run the conformance scenarios' }).click();
    await effects.locator('.bad').waitFor();
    await picture(page, 'form-fault');
    await cost.press('Control+z');
    await drawer.says('900', false);
    await effects.locator('.bad').waitFor({ state: 'detached' });
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('fits a phone in the dark, by keyboard too', async () => {
    const drawer = await Drawer.at(desk.stage, 'second.yaml', PHONE, 'dark');
    const { page } = drawer;
    await page.getByLabel('Great height over', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByLabel('Great height over', { exact: true }).focus();
    await page.getByLabel('Great height over', { exact: true }).selectOption('lower_base');
    await drawer.says('great_height_over: lower_base');
    expect(await drawer.text()).toContain('# HS-7.6.2. The older book measures from the top of the lower figure.');
    await axe(page, 'a form on a phone');
    await picture(page, 'form-phone');
    await page.getByRole('button', { name: /^Text/ }).click();
    await page.locator('.cm-content').waitFor();
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('a scenario as a form', () => {
  it('shows what stands in the file, and changes only the lines that differ', async () => {
    const drawer = await Drawer.at(desk.stage, 'commented.yaml');
    const { page } = drawer;
    const seats = page.getByRole('textbox', { name: /^Seats/ });
    await seats.waitFor();
    expect(await seats.inputValue()).toBe('# Ann brings Finn\nA: {cards: [finn]}\nB: {cards: [syvarris]}   # Bob');
    await seats.fill((await seats.inputValue()).replace('finn]', 'finn, thorgrim]'));
    await seats.press('Tab');
    await drawer.says('[finn, thorgrim]');
    expect(await drawer.text()).toBe(COMMENTED.replace('finn]', 'finn, thorgrim]'));
    const field = page.getByRole('textbox', { name: /^Battlefield/ });
    await field.fill((await field.inputValue()).replace('A: A1 A2', 'A: A1'));
    await field.press('Tab');
    await drawer.says('A: A1, B');
    const changed = COMMENTED.replace('finn]', 'finn, thorgrim]').replace('A: A1 A2', 'A: A1');
    expect(await drawer.text()).toBe(changed);
    await picture(page, 'form-commented');

    // What would take comments along is asked about first.
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await field.fill('');
    await field.press('Tab');
    await waitFor(() => Promise.resolve(asked.length === 1), 'a question');
    expect(asked[0]).toContain('# the ford is two wide on purpose');
    await waitFor(async () => (await field.inputValue()).startsWith('battlefield: field'), 'what it said');
    expect(await drawer.text()).toBe(changed);
    await page.getByRole('button', { name: 'Seats in the text' }).click();
    await waitFor(
      () => page.evaluate(() => document.activeElement?.classList.contains('cm-content') ?? false),
      'the text',
    );
    await page.keyboard.type('#');
    await drawer.says('#seats:');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('house rules on the board', () => {
  it('are shown on a map that needs them', async () => {
    const drawer = await Drawer.at(desk.stage, 'club-rules.yaml');
    const { page } = drawer;
    const effects = page.getByRole('region', { name: 'what would change' });
    await effects.getByText('On the board').click();
    await effects.getByLabel('battlefield').selectOption('mud.yaml');
    await effects.locator('canvas').waitFor();
    await effects.locator('canvas').scrollIntoViewIfNeeded();
    const box = (await effects.locator('canvas').boundingBox())!;
    // On the mud itself.
    await effects.locator('canvas').click({ position: { x: box.width * 0.428, y: box.height * 0.3 } });
    await waitFor(async () => (await effects.locator('dl dd').count()) === 2, 'two answers');
    expect(await effects.locator('dl dd').first().textContent()).toContain('mud.yaml:4:9: ');
    await picture(page, 'form-mud');
    await drawer.seen.context.close();
  });
});
