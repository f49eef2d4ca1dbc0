/** Which part of a table is read beside its board, what is new in the parts that are not, and whether the screen is narrow. */
import { onMount, untrack } from 'svelte';
import type { Room } from './room.svelte';
import { numberOf } from './told';

export type Tab = 'act' | 'log' | 'army' | 'status' | 'chat';

/** To be made while a component is. */
export class Tabs {
  now = $state<Tab>('log');
  narrow = $state(false);
  /** Whoever has to act sees what for, and the log gives way; who turns to a part reads it, until the next thing is put in. */
  reads = $state(false);
  /** Up to which line the log was looked at. */
  private logged = $state(0);

  constructor(private readonly room: Room) {
    onMount(() => {
      const media = matchMedia('(max-width: 820px), (max-width: 940px) and (max-height: 480px)');
      const fit = () => {
        this.narrow = media.matches;
        this.now = this.narrow ? 'act' : this.now === 'act' ? 'log' : this.now;
      };
      fit();
      media.addEventListener('change', fit);
      return () => media.removeEventListener('change', fit);
    });
    $effect(() => {
      void room.puts;
      this.reads = false;
    });
    $effect(() => {
      if (this.now === 'log') this.logged = room.live?.after ?? 0;
    });
    $effect(() => {
      if (this.now === 'chat' && room.talk.unheard > 0) untrack(() => room.talk.listen());
    });
    // What a judge fills in is filled in there, wherever it was begun.
    $effect(() => {
      if (room.asking.puts) untrack(() => this.narrow && (this.now = 'act'));
    });
    // On a small screen what is looked at is told in one part alone.
    $effect(() => {
      if (room.looking.count > 0) untrack(() => this.narrow && room.looking.look && (this.now = 'act'));
    });
  }

  all: Tab[] = $derived([...(this.narrow ? (['act'] as const) : []), 'log', 'army', 'status', 'chat']);
  /** How much of the log is new. */
  unseen = $derived.by(() => {
    const { news, corrected } = this.room.deeds;
    return (
      news.filter((deed) => numberOf(deed) > this.logged).length +
      corrected.filter(({ number }) => number > this.logged).length
    );
  });

  turnTo(to: Tab) {
    this.now = to;
    this.reads = true;
  }
}
