/** The text: CodeMirror with one history for what is typed and what is drawn, faults with their remedies, and the rows that are meant. */
import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState, StateEffect, StateField, Transaction } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { change } from './plan';
import type { Mistake } from '../wire';

export interface Listener {
  /** Somebody typed, undid or redid. */
  changed: (text: string) => void;
  /** The cursor was put on a line, from 1. */
  moved: (line: number) => void;
}

const mark = StateEffect.define<{ from: number; to: number } | null>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    let now = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      const { doc } = transaction.state;
      const ranges = [];
      for (let n = effect.value?.from ?? 1; n <= Math.min(effect.value?.to ?? 0, doc.lines); n++)
        ranges.push(Decoration.line({ class: 'cm-meant' }).range(doc.line(n).from));
      now = Decoration.set(ranges);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.875rem', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.cm-meant': { backgroundColor: 'var(--accent-soft)', boxShadow: 'inset 3px 0 0 var(--accent)' },
  '&.cm-focused': { outline: 'var(--focus)', outlineOffset: '-3px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
  },
  '.cm-diagnostic': { padding: '0.4rem 0.6rem', maxWidth: '28rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '6px',
    padding: '0.2rem 0.6rem',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1.5px',
    textUnderlineOffset: '3px',
  },
});

const ink = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--warn)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--good)' },
]);

const DRAWN = 'draw';

export class Pad {
  private readonly view: EditorView;
  /** What it does to itself is not told. */
  private quiet = false;

  constructor(
    host: HTMLElement,
    private readonly listener: Listener,
  ) {
    this.view = new EditorView({ parent: host, state: this.fresh('') });
  }

  private fresh(text: string, steps: unknown = null): EditorState {
    const known = steps as { doc?: unknown } | null;
    const config = {
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        history({ minDepth: 10_000 }),
        lintGutter(),
        search({ top: true }),
        highlightSelectionMatches(),
        yaml(),
        syntaxHighlighting(ink),
        indentUnit.of('  '),
        marked,
        look,
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({
          'aria-label': 'the text of the file; Escape, then Tab leaves it',
          spellcheck: 'false',
          tabindex: '0',
        }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (this.quiet) return;
          if (update.docChanged) this.listener.changed(update.state.doc.toString());
          if (update.selectionSet && update.view.hasFocus)
            this.listener.moved(update.state.doc.lineAt(update.state.selection.main.head).number);
        }),
      ],
    };
    try {
      if (known?.doc === text) return EditorState.fromJSON(known, config, { history: historyField });
    } catch {
      // What an earlier version kept in another form is nothing to go by.
    }
    return EditorState.create({ ...config, doc: text });
  }

  /** Another file: its history begins, or goes on with the steps by which the text came about. */
  open(text: string, steps: unknown = null) {
    this.view.setState(this.fresh(text, steps));
  }

  /** How the text came about, to be kept. */
  get steps(): unknown {
    return this.view.state.toJSON({ history: historyField });
  }

  /** Writes what was drawn, as one step of the history; with `goes_on` as part of the step before. */
  put(text: string, goes_on: boolean): boolean {
    const changes = change(this.view.state.doc.toString(), text);
    if (!changes) return false;
    this.silently(() => {
      this.view.dispatch({
        changes,
        annotations: goes_on
          ? // Only a composition is always one step with what came before it.
            [Transaction.userEvent.of('input.type.compose')]
          : [isolateHistory.of('before'), Transaction.userEvent.of(DRAWN)],
      });
    });
    return true;
  }

  private silently(act: () => void) {
    this.quiet = true;
    try {
      act();
    } finally {
      this.quiet = false;
    }
  }

  undo() {
    undo(this.view);
  }

  redo() {
    redo(this.view);
  }

  /** How many steps can be undone, and how many redone. */
  get depth(): [number, number] {
    return [undoDepth(this.view.state), redoDepth(this.view.state)];
  }

  show(faults: Mistake[], path: string) {
    const { doc } = this.view.state;
    const diagnostics = faults
      .filter((fault) => fault.path === path || !fault.path)
      .map((fault): Diagnostic => {
        const line = doc.line(Math.min(Math.max(fault.line, 1), doc.lines));
        const from = Math.min(line.from + Math.max(fault.column - 1, 0), line.to);
        const to = Math.min(Math.max(from + Math.max(fault.width, 1), from), doc.length);
        const expected = fault.expected && !fault.says.includes(fault.expected) ? `\nexpected: ${fault.expected}` : '';
        const { suggestion } = fault;
        const actions =
          suggestion === null
            ? []
            : [
                {
                  name: `write \`${suggestion}\``,
                  apply: (view: EditorView, at: number, end: number) =>
                    view.dispatch({ changes: { from: at, to: end, insert: suggestion } }),
                },
              ];
        return { from, to, severity: 'error', message: fault.says + expected, actions };
      });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Marks lines, and shows them. */
  meant(lines: { from: number; to: number } | null, scroll: boolean) {
    const { doc } = this.view.state;
    const effects: StateEffect<unknown>[] = [mark.of(lines)];
    if (lines && scroll)
      effects.push(EditorView.scrollIntoView(doc.line(Math.min(lines.from, doc.lines)).from, { y: 'center' }));
    this.silently(() => this.view.dispatch({ effects }));
  }

  /** Puts the cursor there. */
  go(line: number, column: number) {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({
      selection: EditorSelection.cursor(Math.min(at.from + column - 1, at.to)),
      scrollIntoView: true,
    });
    this.view.focus();
  }

  /** Writes over some of a line, as if it were typed. */
  write(line: number, column: number, width: number, words: string) {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const from = Math.min(at.from + column - 1, at.to);
    this.view.dispatch({
      changes: { from, to: Math.min(from + width, at.to), insert: words },
      annotations: isolateHistory.of('full'),
    });
  }

  end() {
    this.view.destroy();
  }
}
