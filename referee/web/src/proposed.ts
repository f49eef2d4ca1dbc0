/** What is said of a take-back or a draw that waits for consent: why it is proposed, and who did not agree. It stands in the record as notes. */
import type { Note, Proposal, View } from './wire';
import { listed } from './words';

/** How what is proposed is called in notes. */
function named({ draw, keep }: Proposal, log: View['log']): string {
  if (draw) return 'draw';
  const line = log.findLast(({ counted }) => counted <= keep)?.number;
  return line === undefined ? 'take-back to the beginning' : `take-back to line ${line}`;
}

/** The words of a note that says why it is proposed. */
export function noteOf(proposal: Proposal, { log }: Pick<View, 'log'>, why: string): string {
  return `${named(proposal, log)}: ${why}`;
}

/** Why it is proposed, as far as whoever proposes it has said; nothing counts since what was put in last. */
export function reasonsOf(proposal: Proposal, { log, notes }: Pick<View, 'log' | 'notes'>): string[] {
  const begins = `${proposal.by}: ${named(proposal, log)}: `;
  const last = log.at(-1)?.number ?? 0;
  return notes.flatMap(({ number, says }) => (number > last && says.startsWith(begins) ? [says.slice(begins.length)] : []));
}

/** The words of a note that says that somebody does not agree. */
export function refusalOf({ draw }: Proposal): string {
  return draw ? 'does not agree to a draw' : 'does not agree to the take-back';
}

/** Who did not agree, in words: whoever noted it since it was proposed, else those who were still asked. */
export function whoRefused(proposal: Proposal, notes: Note[], after: number, name: (seat: number) => string): string {
  const ends = `: ${refusalOf(proposal)}`;
  const [noted] = notes.flatMap(({ number, says }) => (number > after && says.endsWith(ends) ? [says.slice(0, -ends.length)] : []));
  const who = noted === 'judge' ? 'The judge' : (noted ?? listed(proposal.waits_for.map(name), 'or'));
  return who === '' ? 'It was not agreed to' : `${who} did not agree`;
}
