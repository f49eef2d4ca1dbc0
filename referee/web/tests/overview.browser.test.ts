import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cell, Desk, shipped } from './desk';
import { Drawer } from './draw';
import { axe, waitFor } from './hands';
import { PHONE, picture } from './stage';

const TABLE =
  'game: skirmish\nbattlefield: green # ours\nsize: [40, 30]\npieces:\n  - {terrain: woods, rect: [6, 6, 12, 12]} # west\n  - {terrain: mud, rect: [16, 6, 20, 9]}\n';
let desk: Desk;

beforeAll(async () => {
  desk = await Desk.with({ 'green.yaml': TABLE, 'twin-hills.yaml': shipped('heroscape/battlefields/twin-hills.yaml') });
});
afterAll(() => desk?.end());

describe('the whole of a map', () => {
  it('is analysed beside it and over it, and again when it is drawn on', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.locator('summary', { hasText: 'Analysis' }).click();
    await page.getByText(/% of pairs see each other/).waitFor();
    const before = await page.locator('.overlook li').allTextContents();
    expect(before.some((line) => line.startsWith('choke points'))).toBe(true);
    await page.getByLabel('laid over the map').selectOption({ label: 'turns from the start of A' });
    await axe(page, 'the analysis');
    await picture(page, 'overview-turns');
    await page.getByLabel('laid over the map').selectOption('sees');
    await picture(page, 'overview-seen');
    await page.getByRole('button', { name: 'Let bots play on it' }).click();
    await page.locator('.won tbody tr').nth(1).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    const games = Number(/^[1-9][0-9]*/.exec(await page.getByText(/games of greedy bots/).innerText()));
    const won = await page.locator('.won tbody td:nth-child(2)').allInnerTexts();
    expect(won.reduce((sum, wins) => sum + Number(wins), 0)).toBe(games);
    await page.getByRole('button', { name: 'More games' }).waitFor();
    await picture(page, 'overview-bots');
    await drawer.tool('erase');
    await drawer.drag(cell(6, 1), cell(6, 4));
    await page.getByRole('button', { name: 'Let bots play on it' }).waitFor();
    await waitFor(
      async () => (await page.locator('.overlook li').allTextContents()).join() !== before.join(),
      'another analysis',
    );
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('shows whom a unit threatens where', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.getByRole('button', { name: 'Hold a unit' }).click();
    const question = page.getByLabel('question');
    const odds = await question
      .locator('option')
      .evaluateAll((options) =>
        options.map((option) => option.textContent ?? '').find((text) => /odds|attack/i.test(text)),
      );
    await question.selectOption({ label: odds! });
    // What is asked of a unit is not painted over by what is laid over the whole map.
    await page.locator('summary', { hasText: 'Analysis' }).click();
    await page.getByText(/% of pairs see each other/).waitFor();
    await page.getByLabel(/the one asked about/).fill('marro-warriors');
    await drawer.click(cell(8, 3));
    await page.mouse.move(...(await drawer.onScreen(cell(5, 3))));
    await page.getByText('While a unit is held over the map').waitFor();
    await picture(page, 'overview-held');
    await page.getByRole('button', { name: /against every place/ }).click();
    await page.getByText(/places are threatened/).waitFor({ timeout: 60_000 });
    await axe(page, 'a threat');
    await picture(page, 'overview-threat');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('stays in view when it grows to the left, and when that is undone', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml', PHONE, 'dark');
    const { page } = drawer;
    await drawer.fit();
    const text = await drawer.text();
    const shot = () => page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const before = await shot();
    await drawer.tool('room');
    await waitFor(async () => (await drawer.text()) !== text, 'a map that moved');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitFor(async () => (await drawer.text()) === text, 'the map as it was');
    await waitFor(async () => (await shot()) === before, 'the view as it was', 10);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('several pieces of a table', () => {
  it('are meant at once, moved, mirrored, copied and removed, with the comments kept', async () => {
    const drawer = await Drawer.at(desk.stage, 'green.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.keyboard.down('Control');
    await drawer.click([9, 21]);
    await drawer.click([18, 22.5]);
    await page.keyboard.up('Control');
    await page.getByText('2 pieces', { exact: true }).waitFor();
    await drawer.drag([9, 21], [11, 21]);
    await drawer.says('rect: [8, 6, 14, 12]} # west');
    await drawer.says('rect: [18, 6, 22, 9]');
    await page.getByRole('button', { name: 'Mirror', exact: true }).click();
    await drawer.says('rect: [16, 6, 22, 12]} # west');
    await picture(page, 'parts-several');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Paste 2' }).click();
    await waitFor(async () => (await drawer.text()).split('terrain: woods').length === 3, 'twins');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await waitFor(async () => (await drawer.text()).split('terrain: woods').length === 2, 'the copies alone');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});
