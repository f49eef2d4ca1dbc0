/** Finds where keys go on: what is to be pressed next in what is asked. */

/** Where keys go on once what had the focus is gone, the likeliest first. */
const NEXT = [
  '.deciding .do',
  '.pad section:not(.full) > .faces button',
  '.pad .send .main',
  '.choices :is(.list, .group) button',
  '.choices .widen',
];
/** The same after something was put in: what is asked then is read before a key does anything by itself. */
const NEXT_ASKED = ['.pad section:not(.full) > .faces button'];

/** What is to be pressed next in a panel; else what is asked there. */
export function nextIn(panel: Element, wasPut = false): HTMLElement | null {
  // Cards that are chosen from lie over the board.
  const card = wasPut ? null : panel.ownerDocument.querySelector<HTMLElement>('.draft .name');
  if (card && !panel.querySelector('.deciding .do')) return card;
  for (const one of wasPut ? NEXT_ASKED : NEXT) {
    const found = panel.querySelector<HTMLElement>(`${one}:not(:disabled)`);
    if (found) return found;
  }
  // Where the panel has nothing to press, it is picked on the board.
  const board = wasPut
    ? null
    : panel.ownerDocument.querySelector<HTMLElement>('.board [role="toolbar"] [tabindex="0"]');
  return board ?? panel.querySelector<HTMLElement>('.asked');
}

/** Whether nothing on the page has the focus. */
export const isUnfocused = () => document.activeElement === null || document.activeElement === document.body;
