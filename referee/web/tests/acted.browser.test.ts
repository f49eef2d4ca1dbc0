import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hand } from './hands';
import { start, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(() => stage?.end());

/** What is told of a thing in few letters. */
const marks = (view: Awaited<ReturnType<Hand['view']>>, id: string) =>
  view.scene.things.find((thing) => thing.id === id)!.badges.map(([mark]) => mark);

describe('who did something in a turn', () => {
  it('is marked as having moved until the turn is over', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const before = await hand.turn();
    const walk = before.offers.actions.filter(({ about }) => about[1]?.slot === 'where to').at(-1)!;
    const mover = walk.about[0]!.thing;
    expect(marks(before, mover)).not.toContain('m');
    await hand.perform(before, walk);
    const after = await hand.hears((view) => view.after > before.after && view.yours, 'the move');
    expect(marks(after, mover)).toContain('m');
    await hand.page.getByRole('button', { name: 'Legend' }).click();
    await hand.page.locator('#legend').getByText('has moved in this turn').waitFor();
    await hand.ends();
  });

  it('is told at the label of a formation that has acted', async () => {
    const hand = await Hand.at(stage, { battle: 'ea-heresy', players: ['here', 'here'], seed: 5 });
    let view = await hand.turn();
    const acted = () => view.scene.things.find(({ badges }) => badges.some(([, words]) => words === 'has acted'));
    for (let n = 0; n < 60 && !acted(); n++) {
      const { after } = view;
      await hand.press('Bot: this move');
      view = await hand.hears((now) => now.after > after && now.yours, 'a decision of the bot');
    }
    expect(acted()!.badges.map(([mark]) => mark)).toContain('v');
    await hand.page.getByRole('button', { name: 'Legend' }).click();
    const signs = hand.page.getByRole('list', { name: 'signs of symbols' });
    expect((await signs.innerText()).split(/\s*\n\s*/)).toContain('infantry');
    await hand.ends();
  });
});
