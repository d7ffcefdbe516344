// An editor of Markdown, which is loaded when a text is first edited. Typing [[ offers
// entities of the project.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import type { Named } from '../parts';

export interface EditorProps {
  value: string;
  name: string;
  offer: (prefix: string) => Promise<Named[]>;
  onText: (text: string) => void;
  onChosen: (entity: Named) => void;
  onSave: () => void;
  onCancel: () => void;
}

export default function Editor(props: EditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  useEffect(() => {
    const root = box.current!.shadowRoot ?? box.current!.attachShadow({ mode: 'open' }); // where it may add styles, which the page's policy forbids
    const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: props.value, extensions: extensions(current) }) });
    view.focus();
    return () => view.destroy();
  }, []);
  return <div ref={box} class="editor" dir="auto" />;
}

const theme = EditorView.theme({
  '&': { maxHeight: '65vh' },
  '.cm-content': { caretColor: 'var(--ink)', font: '14px/1.55 ui-monospace, monospace' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': { background: 'var(--ground)', color: 'var(--ink)', border: '1px solid var(--line)', maxWidth: '90vw' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent)', color: 'var(--ground)' },
});

function extensions(current: { current: EditorProps }) {
  const run = (what: (p: EditorProps) => void) => () => {
    what(current.current);
    return true;
  };
  return [
    theme, history(), drawSelection(), closeBrackets(), markdown(), EditorView.lineWrapping,
    autocompletion({ override: [(context) => mentions(context, current.current)], icons: false }),
    EditorView.updateListener.of((update) => update.docChanged && current.current.onText(update.state.doc.toString())),
    EditorView.contentAttributes.of({ 'aria-label': current.current.name }),
    keymap.of([{ key: 'Mod-Enter', run: run((p) => p.onSave()) }, ...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, { key: 'Escape', run: run((p) => p.onCancel()) }]),
  ];
}

// mentions offers what a title after [[ may be.
async function mentions(context: CompletionContext, { offer, onChosen }: EditorProps): Promise<CompletionResult | null> {
  const before = context.matchBefore(/\[\[[^\][\n]*/);
  if (!before) return null;
  const found = await offer(before.text.slice(2).trim());
  return {
    from: before.from + 2, filter: false,
    options: found.map((entity) => ({
      label: entity.label, detail: entity.kind.toLowerCase(),
      apply: (view, _completion, from, to) => {
        const closed = view.state.sliceDoc(to, to + 2) === ']]';
        view.dispatch({ changes: { from, to, insert: `${entity.label}${closed ? '' : ']]'}` }, selection: { anchor: from + entity.label.length + 2 } });
        onChosen(entity);
      },
    })),
  };
}
