/** What the parts of a table read of it: how it stands, and which moment of it is shown. */
import type { View } from './wire';

export interface Views {
  /** The table now. */
  readonly live: View | null;
  /** An earlier moment that is shown instead. */
  readonly moment: View | null;
  /** What is shown of both. */
  readonly shown: View | null;
}
