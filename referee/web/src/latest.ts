/** Asks one thing at a time, so that a browser's few connections stay free for what a hand does. */

/** Whatever is asked for while an answer is under way is asked once, when that is there; done when nothing is left to ask. */
export function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let again = false;
  let underWay: Promise<void> | null = null;
  const goOn = async () => {
    try {
      while (again) {
        again = false;
        await ask();
      }
    } finally {
      underWay = null;
    }
  };
  return () => {
    again = true;
    return (underWay ??= goOn());
  };
}
