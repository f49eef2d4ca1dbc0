/** Light or dark: as the system has it, until somebody chooses. */

export type Theme = 'light' | 'dark';
const PLACE = 'umpire.theme';

function chosen(): Theme | null {
  try {
    const read = localStorage.getItem(PLACE);
    return read === 'light' || read === 'dark' ? read : null;
  } catch {
    return null;
  }
}

export function theme(): Theme {
  return chosen() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** Goes with the system as long as nobody chose. */
export function followSystem() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (chosen() !== null) return;
    applyTheme();
    dispatchEvent(new Event('umpire-theme'));
  });
}

export function toggleTheme(): Theme {
  const next: Theme = theme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(PLACE, next);
  } catch {
    // Then only for now.
  }
  document.documentElement.dataset.theme = next;
  dispatchEvent(new Event('umpire-theme'));
  return next;
}
