import { useEffect, useRef } from 'react';

/**
 * Keyboard shortcuts and the palette's actions: one registry. A screen registers what it offers while it is shown; the later one
 * wins a key. Keys are those of KeyboardEvent (`a`, `/`, `?`, `Enter`, `ArrowDown`), with `mod+` for Ctrl or Command.
 */
export type Shortcut = {
  keys: string[];
  /** Words for the list that `?` opens. */
  label: string;
  /** Heading in that list: the screen's name. */
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Also while a text is being written. */
  inText?: boolean;
  /** Again and again while the key is held; others act once. */
  repeats?: boolean;
  /** Left out of the list. */
  hidden?: boolean;
};
export type PaletteAction = {
  id: string;
  label: string;
  section: 'actions' | 'screens' | 'found';
  /** Said after the label, quietly. */
  detail?: string;
  icon?: React.ReactNode;
  keys?: string;
  run: () => void;
};
type Layer = { shortcuts: Shortcut[]; actions: PaletteAction[] };

const layers: Layer[] = [];
const listeners = new Set<() => void>();
let version = 0;
const changed = () => {
  version += 1;
  for (const listener of listeners) listener();
};

const add = (layer: Layer): (() => void) => {
  layers.push(layer);
  changed();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    changed();
  };
};

/** Offers actions in the palette until the answer is called. */
export const registerActions = (actions: PaletteAction[]): (() => void) => add({ shortcuts: [], actions });

/** Shortcuts while the component is mounted and `enabled`; handlers may change at each render, labels and keys too. */
export const useShortcuts = (shortcuts: Shortcut[], enabled = true): void => useLayer({ shortcuts, actions: [] }, enabled);

/** Palette actions while the component is mounted. */
export const useActions = (actions: PaletteAction[], enabled = true): void => useLayer({ shortcuts: [], actions }, enabled);

const useLayer = (layer: Layer, enabled: boolean): void => {
  const newest = useRef(layer);
  newest.current = layer;
  const shape = JSON.stringify([
    layer.shortcuts.map(({ keys, label }) => [keys, label]),
    layer.actions.map(({ id, label }) => [id, label]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the layer is another one
  useEffect(() => {
    if (!enabled) return;
    return add({
      shortcuts: newest.current.shortcuts.map((shortcut, index) => ({
        ...shortcut,
        run: (event) => newest.current.shortcuts[index]?.run(event),
      })),
      actions: newest.current.actions.map((action, index) => ({ ...action, run: () => newest.current.actions[index]?.run() })),
    });
  }, [enabled, shape]);
};

export const subscribeToShortcuts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const shortcutsVersion = (): number => version;
export const shownShortcuts = (): Shortcut[] => layers.flatMap(({ shortcuts }) => shortcuts).filter(({ hidden }) => !hidden);
export const paletteActions = (): PaletteAction[] => layers.flatMap(({ actions }) => actions);

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** What a key press asks for, spelled as in `keys`. */
const spelled = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

/**
 * Hears the keys for the whole page; install once. A dialog or menu that is open has the keys to itself; a letter, digit or mark
 * alone is a shortcut only while `usesLetters`.
 */
export const listenToKeys = (usesLetters: () => boolean): (() => void) => {
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const key = spelled(event);
    if (key.length === 1 && !usesLetters()) return;
    const inText = isText(event.target);
    const inDialog = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"].floating') !== null;
    for (const { shortcuts } of layers.toReversed()) {
      const shortcut = shortcuts.find(({ keys }) => keys.includes(key));
      if (!shortcut || ((inText || inDialog) && !shortcut.inText)) continue;
      event.preventDefault();
      return event.repeat && !shortcut.repeats ? undefined : shortcut.run(event);
    }
  };
  document.addEventListener('keydown', handleKey);
  return () => document.removeEventListener('keydown', handleKey);
};
