/** Lets whatever names an action, deep in a page, show on the board where it leads while it is pointed at. */
import { getContext, setContext } from 'svelte';

/** Shows where a line leads, and the things it is about; nothing ends that. */
type Foresee = (line: string | null, about?: string[]) => void;
const KEY = Symbol('foresight');

export function provideForesight(foresee: Foresee) {
  setContext(KEY, foresee);
}

/** What an element listens to that names an action: pointed at or reached by keys, it is shown. */
export function foreseeing(): (line: string, about?: string[]) => Record<string, () => void> {
  const foresee = getContext<Foresee | undefined>(KEY);
  return (line, about) => {
    const begins = () => foresee?.(line, about);
    const ends = () => foresee?.(null);
    return { onpointerenter: begins, onfocus: begins, onpointerleave: ends, onblur: ends };
  };
}
