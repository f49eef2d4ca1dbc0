/** Lets any chip deep in a page open the words of a rule, wherever they are shown. */
import { getContext, setContext } from 'svelte';

type Open = (id: string) => void;
const KEY = Symbol('rules');

export function provideRules(open: Open) {
  setContext(KEY, open);
}

export function useRules(): Open | undefined {
  return getContext<Open | undefined>(KEY);
}
