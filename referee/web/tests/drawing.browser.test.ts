/** What strokes of a map maker come to, level by level and half by half. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cell, Desk, shipped } from './desk';
import { Drawer } from './draw';
import { axe, waitFor } from './hands';
import { PHONE, picture } from './stage';

let desk: Desk;
const RIVER = `battlefield: river
levels:
  1: |
    g g w g g
     g g w g g
    g g w g g
     g g w g g
start: {A: A1 A2}
obstacles:
  - {kind: tree_10, at: E4} # the old oak
`;

beforeAll(async () => {
  desk = await Desk.with({
    'river.yaml': RIVER,
    'crossroads.yaml': shipped('ea-heresy/battlefields/crossroads.yaml'),
    'misspelt.yaml':
      'battlefield: misspelt\nlevels:\n  1: |\n    g g g\n     g g g\nglyfs: [{at: A1, kind: astrid}]\nobstacles: [{kind: tree_10, at: Z9}]\n',
  });
});
afterAll(() => desk?.end());

/** Chooses a level, from all of them downwards. */
async function level(drawer: Drawer, down: number) {
  for (let n = 0; n < down; n++) await drawer.page.getByRole('button', { name: 'one level down' }).click();
}

describe('a level that is chosen', () => {
  it('is laid on over a river, which stays, and taken away from alone', async () => {
    const drawer = await Drawer.at(desk.stage, 'river.yaml');
    const { page } = drawer;
    await drawer.fit();
    // A hill makes the levels there are.
    await drawer.tool('raise');
    await drawer.click(cell(0, 1));
    await drawer.says('2: |');
    await level(drawer, 1);
    await waitFor(async () => (await page.locator('output').textContent()) === '2', 'level 2');
    await drawer.tool('tile:road');
    await drawer.click(cell(2, 1));
    await drawer.says(/2: \|\n[ .]*\n? *g \. R/);
    expect(await drawer.text()).toContain('     g g w g g\n');
    const drew = page.locator('.size b');
    await drew.getByText('over 1 of them a bridge, what lies below stays').waitFor();
    await picture(page, 'editor-bridge');
    const bridge = await drawer.text();
    await drawer.tool('erase');
    await drawer.click(cell(2, 1));
    await drew.getByText('1 tile of level 2 taken away').waitFor();
    expect(await drawer.text()).not.toContain('R');
    expect(await drawer.text()).toContain('     g g w g g\n');
    await drawer.click(cell(1, 1));
    await page.getByText('nothing of level 2 is there to take away').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitFor(async () => (await drawer.text()) === bridge, 'the bridge again');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('both sides made alike', () => {
  it('asks which half stays, says what goes, and does it then', async () => {
    const drawer = await Drawer.at(desk.stage, 'river.yaml');
    const { page } = drawer;
    await drawer.fit();
    const before = await drawer.text();
    await drawer.tool('both-sides');
    const which = page.getByRole('form', { name: 'make both sides alike' });
    // The zone of A lies on the left.
    await waitFor(() => which.getByLabel('the left half stays').isChecked(), 'the half of the zone');
    await which.getByText('taken away: 1 tree 10').waitFor();
    expect(await drawer.text()).toBe(before);
    await axe(page, 'the question which half stays');
    await picture(page, 'editor-which');
    await page.keyboard.press('Escape');
    await which.waitFor({ state: 'detached' });
    expect(await drawer.text()).toBe(before);
    await drawer.tool('both-sides');
    await which.getByLabel('the right half stays').check();
    await which.getByRole('button', { name: 'Do it' }).click();
    await waitFor(async () => (await drawer.text()).match(/tree_10/g)?.length === 2, 'two trees');
    expect(await drawer.text()).toContain('# the old oak');
    await page
      .getByText(/left half follows the right/i)
      .first()
      .waitFor();
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('asks it of an open table on a phone', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml', PHONE);
    const { page } = drawer;
    await drawer.fit();
    await drawer.tool('both-sides');
    const which = page.getByRole('form', { name: 'make both sides alike' });
    await which.getByLabel('the far half stays').check();
    await which.getByText(/near half follows the far/).waitFor();
    await picture(page, 'editor-which-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await drawer.seen.context.close();
  });
});

describe('what is told', () => {
  it('lies neither over the corners of what is chosen nor over the tool bar', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.mouse.move(...(await drawer.onScreen([48, 82])));
    await page.locator('.tip').waitFor();
    await drawer.click([48, 82]);
    await page.locator('.options .chosen').waitFor();
    await page.locator('.tip').waitFor({ state: 'detached' });
    await page.route('**/api/edit/stroke', (route) =>
      route.fulfill({ status: 422, json: { says: 'it may not', grounds: [], instead: [], may_be_overruled: false } }),
    );
    await page.locator('canvas').press('ArrowLeft');
    await page.getByText('it may not').waitFor();
    await picture(page, 'editor-told');
    const told = (await page.locator('.notices').boundingBox())!;
    for (const part of ['.options', 'section.text', '.tools']) {
      const box = (await page.locator(part).first().boundingBox())!;
      const apart =
        told.y >= box.y + box.height ||
        told.y + told.height <= box.y ||
        told.x >= box.x + box.width ||
        told.x + told.width <= box.x;
      expect(apart, part).toBe(true);
    }
    await drawer.seen.context.close();
  });
});

describe('a field whose name is misspelt', () => {
  it('is mended by a button, and hides no fault behind it', async () => {
    const drawer = await Drawer.at(desk.stage, 'misspelt.yaml');
    const { page } = drawer;
    await page.getByText('there is no tile at Z9').first().waitFor();
    await page.getByRole('button', { name: 'write glyphs' }).first().click();
    await drawer.says('\nglyphs: [');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});
