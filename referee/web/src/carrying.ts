/** What a hand carries over a board by dragging: what it may take hold of, what goes along, and what putting it down means. */
import { around, type Placed } from './geometry';
import type { Room } from './room.svelte';
import type { Point } from './wire';

export class Carrying {
  constructor(private readonly room: Room) {}

  /**
   * What a hand would carry that closes on these things: a piece, or a whole by its label or any of its pieces; with the
   * picks that it stands for.
   */
  grip(under: string[]): string[] | null {
    const { scene, hand, laying, moment } = this.room;
    if (moment) return null;
    for (const id of under) {
      if (scene.things.get(id)?.layer !== 'pieces' && !scene.members.has(id)) continue;
      for (const name of [id, ...scene.wholes(id)]) {
        const held = hand.standing.picks.indexOf(name);
        const ways = [hand.standing.picks.slice(0, held < 0 ? undefined : held + 1), ...(held < 0 ? [[]] : [])];
        for (const before of ways) {
          const picks = held < 0 ? [...before, name] : before;
          const standing = hand.after(picks);
          if (standing.picks.length >= picks.length && hand.leadsSomewhere(standing)) return picks;
        }
      }
      if (laying.putting(id)) return [id];
    }
    return null;
  }

  /** The pieces that move with a name, and the middle of them all. */
  carried(name: string): { placed: Placed[]; middle: Point } {
    const { scene, hand, live } = this.room;
    const members = (scene.members.get(name) ?? []).filter(({ thing }) => thing.layer === 'pieces');
    // Of a whole only those go along that may still do something.
    const able = new Set([...hand.listed.map(({ about }) => about[0]?.thing), ...(live?.offers.unlisted ?? [])]);
    const going = members.filter(({ thing }) => able.has(thing.id));
    const own = scene.placed.filter(
      ({ thing }) => thing.id === name && (members.length === 0 || thing.layer === 'pieces'),
    );
    const placed = [...own, ...(going.length > 0 ? going : members)];
    const [only] = placed;
    return { placed, middle: placed.length === 1 ? only!.middle : around(placed) };
  }

  /** A hand tried to carry what cannot be carried now: told why, if it is a piece of one's own. */
  heldFast(id: string) {
    const { room } = this;
    const thing = room.scene.things.get(id);
    if (!thing || thing.layer !== 'pieces' || room.moment || !room.live?.yours) return;
    if (thing.owner == null || !room.seats.mine(thing.owner)) return;
    room.looking.lookAt(id);
    void room.trying.whyNot(id, { own: true });
  }

  /** Picks what a hand has begun to carry. */
  begin(picks: string[]) {
    const { room } = this;
    room.forget();
    const [id] = picks;
    const way = id === undefined ? undefined : room.laying.putting(id);
    if (way) room.laying.held = { name: id!, line: way.line };
    else room.hand.byHand = picks;
  }

  /** A piece is put down: as a click there, but never on the piece itself. */
  drop(under: string[], here: Point, near: string | null) {
    const { room } = this;
    const { scene, hand, laying } = room;
    const at = scene.truly(here);
    if (laying.held) {
      void laying.layAt(under, at).then(() => (laying.held = null));
      return;
    }
    const carried = hand.standing.picks;
    const names = under.filter((id) => ![id, ...scene.wholes(id)].some((name) => carried.includes(name)));
    const id = names.flatMap((name) => [name, ...scene.wholes(name)]).find((name) => hand.isNext(name));
    const ground = names.find((name) => scene.things.get(name)?.layer === 'ground');
    const enemy = names.find((name) => {
      const { layer, owner } = scene.things.get(name) ?? {};
      return layer === 'pieces' && owner != null && !room.seats.mine(owner);
    });
    if (near) room.clicking.clickThing(near, false);
    else if (id !== undefined) room.clicking.clickThing(id, false);
    else if (hand.open) {
      void room.trying.tryPlace(at).then(() => room.doing.finish());
      return;
    }
    // Who is dropped onto an enemy is not meant to stand there.
    else if (enemy !== undefined) room.clicking.clickThing(enemy, false);
    else if (ground !== undefined) room.clicking.clickThing(ground, false);
    // Who carried it there meant it.
    void room.doing.finish();
  }
}
