/** Says how far a table is, and which tables come first; pure. */
import type { Held } from './held';
import type { Brief } from './wire';
import { listed } from './words';

/** A table this browser sits at, with how far it is where that is known. */
export interface Row {
  one: Held;
  brief: Brief | null;
}

/** Whether a game is over, as is known now or was when it was looked at last. */
export const isOver = ({ one, brief }: Row) => brief?.over ?? one.over !== '';

/** Who is waited for, or who won. */
export function stateOf({ when, yours, waits_for, over, winners, won }: Brief): string {
  if (over)
    return won === true
      ? 'you won'
      : won === false
        ? 'you lost'
        : winners.length === 0
          ? 'a draw'
          : `${listed(winners)} won`;
  return [when, yours ? 'your turn' : waits_for.length > 0 ? `${listed(waits_for)} to act` : '']
    .filter(Boolean)
    .join(', ');
}

/** Those that wait for whoever looks come first, then the others; finished ones apart. */
export function sorted(rows: Row[]): { open: Row[]; over: Row[] } {
  const open = rows.filter((row) => !isOver(row));
  return {
    open: [...open.filter(({ brief }) => brief?.yours), ...open.filter(({ brief }) => !brief?.yours)],
    over: rows.filter(isOver),
  };
}
