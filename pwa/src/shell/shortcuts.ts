import { useEffect, useRef } from 'react';

/**
 * Registry of keyboard shortcuts and palette actions. A screen registers its own while it is shown; for the same key the one registered
 * last wins. Keys are those of KeyboardEvent (`a`, `/`, `?`, `Enter`, `ArrowDown`), with `mod+` for Ctrl or Command; `shift+e` is a letter with
 * Shift, without which it would be the letter's own shortcut.
 */
export type Shortcut = {
  keys: string[];
  /** The text in the list that `?` opens. */
  label: string;
  /** Heading in that list: the screen's name. */
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Also active while a text field has the focus. */
  inText?: boolean;
  /** Repeats while the key is held; others act once. */
  repeats?: boolean;
  /** Not shown in the list. */
  hidden?: boolean;
};
export type PaletteAction = {
  id: string;
  label: string;
  section: 'actions' | 'screens' | 'found' | 'commands';
  /** The heading of its kind, if it was found by a search. */
  group?: string;
  /** Secondary text after the label. */
  detail?: React.ReactNode;
  /** The detail stands below the label. */
  isTall?: boolean;
  /** What stands at the end of the line, such as a time. */
  end?: string;
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

/** Adds actions to the palette until the returned function is called. */
export const registerActions = (actions: PaletteAction[]): (() => void) => add({ shortcuts: [], actions });

/** Registers shortcuts while the component is mounted and `enabled`; handlers, labels and keys may change at each render. */
export const useShortcuts = (shortcuts: Shortcut[], enabled = true): void => useLayer({ shortcuts, actions: [] }, enabled);

/** Registers palette actions while the component is mounted and `enabled`. */
export const useActions = (actions: PaletteAction[], enabled = true): void => useLayer({ shortcuts: [], actions }, enabled);

const useLayer = (layer: Layer, enabled: boolean): void => {
  const newest = useRef(layer);
  newest.current = layer;
  const shape = JSON.stringify([
    layer.shortcuts.map(({ keys, label }) => [keys, label]),
    layer.actions.map(({ id, label }) => [id, label]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` changes with the layer's labels and keys
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

/** A checkbox takes no text, so letters stay shortcuts there. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));

/** The pressed key, spelled as in `keys`. */
const spelled = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

/** What a key press may mean: a letter with Shift is the plain one where nothing else is registered for it. */
const meanings = (event: KeyboardEvent): string[] => {
  const key = spelled(event);
  return event.shiftKey && /^[a-z]$/.test(key) ? [`shift+${key}`, key] : [key];
};

/**
 * A key press of an input method, such as the Enter that ends a Japanese word. Safari sends it after the composition, with the key code of
 * such presses alone.
 */
const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === INPUT_METHOD;
const INPUT_METHOD = 229;

/** Nothing of the page hears what belongs to an input method: no field sends, no list chooses, no dialog closes. */
const keepFromPage = (event: KeyboardEvent): void => {
  if (isOfInputMethod(event)) event.stopImmediatePropagation();
};

/**
 * Handles the keys of the whole page; install once. An input method has its keys to itself. An open dialog or menu has the keys to itself; a single letter, digit or sign is a
 * shortcut only while `usesLetters`.
 */
export const listenToKeys = (usesLetters: () => boolean): (() => void) => {
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const key = spelled(event);
    if (key.length === 1 && !usesLetters()) return;
    const inText = isText(event.target);
    const inDialog = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"].floating') !== null;
    const all = layers.toReversed().flatMap(({ shortcuts }) => shortcuts);
    for (const meaning of meanings(event)) {
      const shortcut = all.find(({ keys, inText: isOfText }) => keys.includes(meaning) && (isOfText || !(inText || inDialog)));
      if (!shortcut) continue;
      event.preventDefault();
      return event.repeat && !shortcut.repeats ? undefined : shortcut.run(event);
    }
  };
  window.addEventListener('keydown', keepFromPage, { capture: true });
  document.addEventListener('keydown', handleKey);
  return () => {
    window.removeEventListener('keydown', keepFromPage, { capture: true });
    document.removeEventListener('keydown', handleKey);
  };
};
