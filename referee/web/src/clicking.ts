/** What a click on a board means, by what lies under it and what the hand has picked. */
import { meant } from './picking';
import type { Room } from './room.svelte';
import type { Point } from './wire';

export class Clicking {
  constructor(private readonly room: Room) {}

  /** A click on the board: on things (topmost first), at a place of it as it lies. */
  click(under: string[], here: Point, near: string | null, again: boolean) {
    const { room } = this;
    const { scene, hand, asking, laying, looking } = room;
    const at = scene.truly(here);
    room.playback.skip();
    if (room.moment) {
      looking.lookAt(under[0]);
      return;
    }
    if (laying.held) {
      void laying.layAt(under, at);
      return;
    }
    if (asking.form) {
      asking.point(under, at);
      return;
    }
    if (near) {
      this.clickThing(near, again);
      return;
    }
    const id = meant(
      under.flatMap((id) => [id, ...scene.wholes(id)]),
      hand.standing,
    );
    if (id !== undefined && (hand.isNext(id) || hand.isLast(id))) {
      this.clickThing(id, again);
      return;
    }
    const onPiece = id !== undefined && scene.things.get(id)?.layer === 'pieces';
    const { picks } = hand.standing;
    // Who has picked a place and points at another means that one.
    if (!hand.open && !onPiece && picks.length > 1 && !scene.isOnBoard(picks.at(-1)!)) {
      const shorter = picks.slice(0, -1);
      if (hand.after(shorter).next.some((pick) => pick.at !== null)) {
        hand.preferred = null;
        hand.byHand = shorter;
      }
    }
    if (hand.open && !onPiece) {
      void room.trying.tryPlace(at);
      return;
    }
    if (id === undefined) {
      looking.look = null;
      return;
    }
    this.clickThing(id, again);
  }

  clickThing(id: string, again: boolean) {
    const { room } = this;
    const { hand, doing } = room;
    const last = hand.isLast(id);
    if (hand.tried.length === 1 && hand.toConfirm?.thing === id) {
      void doing.act(hand.tried[0]!);
    } else if (last && hand.standing.forced > 0) {
      // What went without saying is picked before it is done: nothing is done by one click.
      hand.byHand = hand.standing.picks;
    } else if (last && hand.decided.length === 1 && hand.chosen && hand.standing.next.length === 0) {
      void doing.act(hand.chosen);
    } else if (hand.isNext(id)) {
      room.pick(id);
      // A double click decides at once where only one thing can be meant.
      if (again && hand.decided.length === 1 && hand.standing.next.length === 0) void doing.act(hand.decided[0]!);
    } else if (last) {
      room.back();
    } else {
      // Another figure may be meant instead of the one picked before.
      const fresh = hand.after([]);
      if (fresh.next.some((pick) => pick.thing === id)) {
        hand.byHand = [];
        room.pick(id);
      } else {
        const before = room.looking.look?.thing.id;
        room.looking.lookAt(id);
        void room.trying.whyNot(id, { by: before });
      }
    }
  }
}
