import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../src/geometry';
import type { Offer, View } from '../src/wire';
import { brief, rounded } from '../src/words';
import { Hand, asked, middleOf, reach, waitFor } from './hands';
import { DESKTOP, PHONE, picture, seat, start, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

/** The first action that the earliest of some patterns fits. */
function prefer(view: View, ...patterns: RegExp[]): Offer {
  for (const pattern of patterns) {
    const found = view.offers.actions.find(({ says }) => pattern.test(says));
    if (found) return found;
  }
  return view.offers.actions[0]!;
}

/** Attacks where it can, else comes nearer. */
function warlike(view: View): Offer {
  const { actions } = view.offers;
  const attack = actions.find(({ says }) => says.includes(' attacks '));
  const moves = actions.filter(({ says }) => says.startsWith('move '));
  const nearest = moves.sort((one, other) => reach(view, one) - reach(view, other))[0];
  return attack ?? nearest ?? prefer(view, /^end turn$/);
}

describe('HeroScape', () => {
  it('is played to its end against the bot, by clicking alone', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    for (let n = 0; n < 150; n++) {
      const view = await hand.turn();
      if (view.asked.kind === 'over') break;
      await hand.perform(view, warlike(view));
    }
    await hand.page.getByRole('heading', { name: /^The game is over/ }).waitFor();
    await picture(hand.page, 'over-light-desktop');
    await hand.press('See it again from the beginning');
    await hand.page.getByText(/^Moment 0 of/).waitFor();
    await hand.ends();
  });

  it('keeps order markers secret between two browsers', async () => {
    const { links } = await seat(stage, { battle: 'training-day', players: ['here', 'friend'], seed: 3 });
    const one = await Hand.by(stage, links[0]!.path, DESKTOP);
    const other = await Hand.by(stage, links[1]!.path, PHONE, 'dark');
    let view = await one.view();
    for (let n = 0; n < 30 && !/order markers/.test((await asked(one.page).textContent()) ?? ''); n++) {
      const hand = (await one.view()).yours ? one : other;
      view = await hand.turn();
      await hand.perform(view, view.offers.actions[0]!);
    }
    view = await one.turn();
    const mine = view.offers.actions[0]!;
    await one.perform(view, mine);
    await one.page.getByText('You have decided', { exact: false }).first().waitFor();
    await other.page.locator('.seats', { hasText: 'has decided' }).waitFor();
    await picture(one.page, 'decided-light-desktop');
    expect(await other.page.content()).not.toContain(mine.says);
    expect(JSON.stringify(await other.view())).not.toContain(`"${mine.says}"`);
    view = await other.turn();
    await picture(other.page, 'markers-dark-phone');
    await other.perform(view, view.offers.actions.at(-1)!);
    await waitFor(async () => !/order markers/.test((await asked(one.page).textContent()) ?? ''), 'the round');
    await one.ends();
    await other.ends();
  });

  it('asks for the same dice again after the server was killed in mid-roll', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', dice: 'typed', seed: 5 });
    const view = await hand.turn();
    await hand.perform(view, prefer(view, / attacks /));
    await hand.page.locator('.pad .faces').first().waitFor();
    await stage.kill();
    await hand.page.getByText('Connection lost, trying again', { exact: false }).waitFor();
    await stage.again();
    await hand.page.getByText('Connection lost, trying again', { exact: false }).waitFor({ state: 'detached' });
    const before = (await hand.view()).counted;
    await hand.tapDice();
    await waitFor(async () => (await hand.view()).counted > before, 'the dice');
    expect(hand.seen.faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
    await hand.seen.context.close();
  });
});

describe('EA-Heresy', () => {
  it('puts a formation down together where a hand carries it', async () => {
    const hand = await Hand.at(stage, { battle: 'ea-heresy', seed: 3 });
    let view = await hand.turn();
    const carriable = () => {
      const waiting = place(view.scene).filter(({ thing }) => thing.layer === 'pieces' && thing.part_of);
      const found = waiting.map((placed) => {
        const offer = view.offers.actions.find(
          ({ about }) => about.length === 2 && about[1]!.at && about[0]!.thing === placed.thing.part_of,
        );
        return offer ? { placed, offer } : null;
      });
      return found.find((one) => one !== null);
    };
    for (let n = 0; n < 20 && !carriable(); n++) {
      await hand.perform(view, view.offers.actions[0]!);
      view = await hand.turn();
    }
    const { placed, offer } = carriable()!;
    const [x, y] = offer.about[1]!.at!;
    await hand.drag(placed.middle, [x + 4, y], () => picture(hand.page, 'carrying-light-desktop'));
    // To drop it there is meant.
    await hand.hears(({ after }) => after > view.after, 'the drop');
    await picture(hand.page, 'deploy-light-desktop');
    await hand.ends();
  });

  it('carries a formation as far as it can go, where a hand carries it farther', async () => {
    const hand = await Hand.at(stage, { battle: 'storm-the-keep', seed: 3 });
    const together = (view: View) =>
      view.offers.actions.find(({ says, about }) => says.includes(';') && about.length === 2 && about[1]!.at);
    let view = await hand.turn();
    for (let n = 0; n < 20 && !together(view); n++) {
      await hand.perform(view, prefer(view, /advance/, /^move$/));
      view = await hand.turn();
    }
    const whole = together(view)!.about[0]!.thing;
    const members = place(view.scene).filter(({ thing }) => thing.part_of === whole && thing.layer === 'pieces');
    const [x, y] = middleOf(view, whole);
    // Away from the keep, to the edge of the table.
    await hand.drag([x, y], [x + 2, 74]);
    await hand.hears((now) => now.after > view.after, 'the formation to go');
    await picture(hand.page, 'carried-too-far-light-desktop');
    const after = place((await hand.view()).scene);
    const gone = members.map(({ thing, middle }) =>
      Math.hypot(...after.find((now) => now.thing.id === thing.id)!.middle.map((v, n) => v - middle[n]!)),
    );
    // All of them went, and as far as one another.
    expect(Math.min(...gone)).toBeGreaterThan(1);
    expect(Math.max(...gone) - Math.min(...gone)).toBeLessThan(0.1);
    await hand.ends();
  });

  it('charges at a stronghold and fights for it', async () => {
    const hand = await Hand.at(stage, { battle: 'storm-the-keep', seed: 3 });
    let charged = false;
    for (let n = 0; n < 60; n++) {
      const view = await hand.turn();
      if (view.asked.kind === 'over' || view.log.some(({ says }) => /blows|strikes/.test(says))) break;
      const offer = prefer(view, /engage/, /invades? keep/, /keep/, /charge/, /^done/);
      charged ||= /keep/.test(offer.says);
      await hand.perform(view, offer);
      if (/keep/.test(offer.says)) await picture(hand.page, 'charge-light-desktop');
    }
    expect(charged).toBe(true);
    await picture(hand.page, 'assault-light-desktop');
    await hand.ends();
  });
});

describe('Dragon Dice', () => {
  it('marches on a phone with dice tapped as they fell', async () => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', dice: 'typed' }, PHONE);
    // An army of one's own marched, chose how to act, and its dice fell.
    const marched = ({ log }: View) => {
      const march = log.findIndex(({ says }) => /^A: march/.test(says));
      const act = log.findIndex(({ says }, n) => march >= 0 && n > march && /^A: (melee|missile|magic)/.test(says));
      return act >= 0 && log.slice(act).some(({ says }) => says.startsWith('dice:'));
    };
    let rolls = 0;
    for (let n = 0; n < 120 && !marched(await hand.view()); n++) {
      const view = await hand.turn();
      if (view.asked.kind === 'roll') {
        await hand.tapDice(n);
        rolls += 1;
        await waitFor(async () => (await hand.view()).after > view.after, 'the dice');
      } else await hand.perform(view, prefer(view, /^march/, /^(melee|missile|magic)/, /^pass$/));
    }
    expect(marched(await hand.view())).toBe(true);
    expect(rolls).toBeGreaterThan(2);
    await picture(hand.page, 'march-light-phone');
    await hand.ends();
  });
});

describe('the tutorial game', () => {
  it('is played for a round, with figures carried to their places', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 6 });
    await hand.press('Bot: all such moves');
    await waitFor(async () => !/deploy/.test((await asked(hand.page).textContent()) ?? 'deploy'), 'the first turn', 40);
    let carried = 0;
    for (let n = 0; n < 40; n++) {
      const view = await hand.turn();
      if (view.asked.kind === 'over' || carried > 1) break;
      const { actions } = view.offers;
      const walk = actions.find(({ about }) => about.length === 2 && about[1]!.at);
      const attack = actions.find(({ about }) => about.length === 2 && !about[1]!.at);
      if (attack || !walk) {
        await hand.perform(view, attack ?? actions[0]!);
        continue;
      }
      const { middle } = place(view.scene).find(({ thing }) => thing.id === walk.about[0]!.thing)!;
      await hand.drag(middle, walk.about[1]!.at!);
      // Who could shoot from there is asked whether they do.
      const carriedTo = hand.page.locator('.decision', { hasText: walk.about[0]!.thing });
      const listed = hand.page
        .locator('.choices .list')
        .getByRole('button', { name: brief(walk.says), exact: true })
        .or(hand.page.locator('.choices .list').getByRole('button', { name: rounded(walk.says), exact: true }));
      const isDone = async () => (await hand.view()).after > view.after;
      await waitFor(async () => (await carriedTo.or(listed).count()) > 0 || (await isDone()), 'the drop');
      carried += 1;
      // Where there is nothing to be known before, the drop does it.
      await waitFor(isDone, 'the drop', 1).catch(async () =>
        (await carriedTo.count()) > 0 ? hand.doIt(view) : hand.perform(view, walk),
      );
    }
    expect(carried).toBeGreaterThan(1);
    await picture(hand.page, 'round-light-desktop');
    await hand.ends();
  });
});
