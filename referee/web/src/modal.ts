/** Shows a dialog above the page until it is closed, and says at once that it is: a key pressed right after Escape is the page's again. */

/**
 * What a dialog is bound by: `<dialog {@attach modal.shows}>`. The browser's own `close` comes in a later task than what closed it, and keys
 * that were pressed in between would find a dialog that is no longer seen.
 */
export class Modal {
  #dialog: HTMLDialogElement | undefined;
  readonly #onclose: () => void;

  constructor(onclose: () => void) {
    this.#onclose = onclose;
  }

  readonly shows = (dialog: HTMLDialogElement) => {
    this.#dialog = dialog;
    const cancelled = (event: Event) => {
      // What is asked in the dialog, a list of choices for one, is closed by itself.
      if (event.target !== dialog) return;
      event.preventDefault();
      this.close();
    };
    const beside = (event: MouseEvent) => event.target === dialog && this.close();
    dialog.addEventListener('cancel', cancelled);
    dialog.addEventListener('close', this.close);
    dialog.addEventListener('click', beside);
    dialog.showModal();
    return () => {
      this.#dialog = undefined;
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('close', this.close);
      dialog.removeEventListener('click', beside);
    };
  };

  /** Gives the focus back to where it was, and tells that the dialog is closed: once. */
  readonly close = () => {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    if (!dialog) return;
    dialog.close();
    this.#onclose();
  };
}
