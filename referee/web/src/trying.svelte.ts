/** What is put to the server before anything is done: why something cannot be picked, whether a piece may go to a place, and what a suggested line is. */
import { faultOf } from './api';
import { basesOf, type Base } from './geometry';
import { aimable, lineWith } from './picking';
import type { Room, Trouble } from './room.svelte';
import { mentioned } from './told';
import type { Ask, Drawn, Offer, Point } from './wire';

const SHORT = 'As far as it goes: the place you pointed at is farther.';

/** Where the piece ends that comes nearest to a place that was pointed at, where none comes to stand on it. */
function endNear(after: Drawn[], at: Point): Point | null {
  const away = (base: Base) => Math.hypot(base.at[0] - at[0], base.at[1] - at[1]);
  const [nearest] = basesOf(after).sort((one, other) => away(one) - away(other));
  return nearest && away(nearest) > nearest.radius ? nearest.at : null;
}

export class Trying {
  /** How often something that was suggested was put up for decision. */
  suggested = $state.raw(0);

  constructor(private readonly room: Room) {}

  /** Asks why a thing cannot be picked after the picks so far, or by one's own piece that was looked at before; of one's own only where that was tried. */
  async whyNot(id: string, { own = false, by }: { own?: boolean; by?: string | undefined } = {}) {
    const { live, scene, hand, looking } = this.room;
    const thing = scene.things.get(id);
    if (!thing || !live?.yours || live.asked.kind !== 'choice' || live.asked.sealed) return;
    // Who clicks on another piece of their own wants to see it.
    if (!own && thing.owner != null && live.role.seats.includes(thing.owner)) return;
    const names = [id, ...scene.wholes(id)];
    // What went without saying was not meant by the hand.
    const standing = hand.after(hand.standing.picks.slice(0, hand.standing.picks.length - hand.standing.forced), false);
    const { picks } = standing;
    // A place that is not listed may be many steps away, and the last step of a way that is listed leads to others: the server finds the way.
    const far = thing.layer === 'ground' && picks.length > 0;
    const line = far
      ? undefined
      : names.map((name) => lineWith(standing, hand.offers, scene.things, name)).find((line) => line !== undefined);
    const why = line
      ? await this.ruled({ line })
      : picks.length > 0
        ? await this.ruled({ line: '', picked: [...picks, id] })
        : by !== undefined && scene.isMine(by) && scene.isAnothers(id)
          ? await this.ruled({ line: '', picked: [by, id] })
          : null;
    if (why && looking.look?.thing.id === id) {
      looking.look = { thing, why };
    }
  }

  /** The refusal of a line; nothing where it is legal or unknown. */
  private async ruled(ask: Ask): Promise<Trouble | null> {
    const isMeant = this.room.meaning.still();
    try {
      const reply = await this.room.api.ask(ask);
      if (!isMeant()) return null;
      this.room.overlay.drawn = reply.shapes;
      if (reply.yes !== false) return null;
      const fault = { says: '', grounds: reply.grounds, instead: reply.instead, may_be_overruled: false };
      return { tried: ask.line || reply.headline, fault };
    } catch (thrown) {
      return isMeant() ? { tried: ask.line, fault: faultOf(thrown) } : null;
    }
  }

  /** A click where nothing is listed: the listed actions, aimed there instead, are put to the server. */
  async tryPlace(at: Point) {
    const { hand } = this.room;
    const depth = hand.standing.picks.length;
    const isMeant = this.room.meaning.still();
    const asked = aimable(hand.standing).map(
      async (offer): Promise<{ offer?: Offer; trouble?: Trouble; shapes: Drawn[] }> => {
        try {
          const reply = await this.room.api.ask({ line: offer.says, at, seat: offer.seat });
          const { headline, grounds, instead, shapes } = reply;
          if (reply.yes === false)
            return {
              trouble: { tried: headline, fault: { says: '', grounds, instead, may_be_overruled: false } },
              shapes,
            };
          const end = endNear(reply.after, at);
          const ending = { thing: headline, at: end ?? at };
          const about = offer.about.map((pick, n) => (n === depth ? { ...pick, ...ending } : pick));
          const short = end ? { meaning: SHORT } : {};
          return { offer: { seat: offer.seat, says: headline, about, ...short }, shapes };
        } catch (thrown) {
          return { trouble: { tried: offer.says, fault: faultOf(thrown) }, shapes: [] };
        }
      },
    );
    const answers = await Promise.all(asked);
    // Meanwhile the game may have gone on, or the hand.
    if (answers.length === 0 || !isMeant()) return;
    this.room.looking.look = null;
    hand.preferred = null;
    hand.tried = answers.flatMap((answer) => answer.offer ?? []);
    this.room.trouble = hand.tried.length > 0 ? null : (answers[0]?.trouble ?? null);
    this.room.overlay.drawn = answers[0]?.shapes ?? [];
  }

  /** What is suggested instead: put up for decision where it is an action, else at the prompt; nothing is done yet. */
  async suggest(line: string) {
    const { hand } = this.room;
    const isMeant = this.room.meaning.still();
    const found = await this.legal(line);
    if (!isMeant()) return;
    if (!found) {
      this.room.prompt = { line };
      return;
    }
    const { says } = found;
    const { picks } = hand.standing;
    this.room.forget();
    const listed = hand.offers.find((offer) => offer.says === says);
    if (listed) {
      hand.byHand = listed.about.map(({ thing }) => thing);
      hand.preferred = says;
    } else if (mentioned(says, picks).length === picks.length) {
      // What the hand has picked stays picked where that is meant.
      hand.byHand = picks;
      const [like] = found.at ? aimable(hand.standing) : [];
      const about = like?.about.map((pick) => (pick.at ? { ...pick, thing: says, at: found.at } : pick)) ?? [];
      hand.tried = [{ seat: found.seat, says, about }];
    } else hand.tried = [{ seat: found.seat, says, about: [] }];
    this.suggested += 1;
  }

  /** A line as an action that may be done now, with where it takes a piece; nothing where it is none, or where the rules forbid it. */
  async legal(line: string): Promise<{ seat: number; says: string; at: Point | null; after: Drawn[] } | null> {
    const { asked, yours, role } = this.room.live ?? {};
    if (!yours || asked?.kind !== 'choice') return null;
    const seat = asked.seats.find((one) => role?.seats.includes(one));
    if (seat === undefined) return null;
    // Asked why, questions are no actions; half a line is none either.
    const reply = await this.room.api.ask({ line: `why ${line}`, seat, or_nothing: true }).catch(() => null);
    if (!reply?.yes) return null;
    const { after, headline } = reply;
    const bases = basesOf(after);
    return { seat, says: headline, at: bases.length === 1 ? bases[0]!.at : null, after };
  }
}
