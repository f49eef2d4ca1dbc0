import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, axe } from './hands';
import { start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

describe('whoever judges', () => {
  it('says so when the table is set up, and sits down as its judge with the links of the players', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    const card = page.locator('article', { hasText: 'four marro warriors on a slope' });
    await card.getByRole('button', { name: /^Choose who plays/ }).click();
    const setup = page.getByRole('dialog');
    await setup.getByLabel('judged by').selectOption('me: I judge, and play for nobody');
    // Nobody plays in this browser then.
    expect(await setup.getByLabel('A is played by').inputValue()).toBe('friend');
    expect(await setup.locator('option', { hasText: 'me, in this browser' }).count()).toBe(0);
    await axe(page, 'setup by a judge');
    await setup.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();
    const share = page.getByRole('dialog');
    await share.getByText('your own way back (judge)').waitFor();
    for (const whose of ['A', 'B', 'spectators'])
      expect(await share.getByLabel(`link for ${whose}`, { exact: true }).count()).toBe(1);
    expect(await share.getByLabel('link for judge').count()).toBe(0);
    await share.getByRole('button', { name: 'close' }).click();
    await page.getByText('You judge').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
