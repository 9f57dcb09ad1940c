/**
 * Protects critical buttons (close, hand over, take, delete) against a click right after the pointer was used at the same place: a list
 * moves, a dialog opens or closes, and the second click of a double click would hit whatever appeared there. A button names its act and
 * object in `data-steady` (`Button`, `IconButton` and `MenuEntry` have a property for it). Only what moved under a pointer that stayed is
 * protected: who moves the pointer to a button means it.
 */

/** Length of the protection, in milliseconds. */
const CALM_MS = 1_000;
/**
 * After a finger was lifted: how long it may come down again at the same place, and the interval of checking what is there, in
 * milliseconds.
 */
const RESTS_MS = 15_000;
const LOOK_MS = 100;
/** Maximum distance, in pixels, of a finger from what it touches; a mouse is exact. */
const FINGER = 8;
/** How far from its last place, in pixels, a finger that taps twice comes down again, and how far a mouse trembles: it has stayed. */
const TAPS = 24;
const TREMBLES = 4;

/** Where a pointer was, from when to when, and which protected button was under it. */
type Place = { x: number; y: number; slack: number; on: string | null; from: number; to: number };
/** A key press and its target: the focused button, or the submit button of its form. */
type KeyPress = { key: string; at: number; on: string | null; isHeld: boolean };

let places: Place[] = [];
let looking: ReturnType<typeof setTimeout> | undefined;
let press: KeyPress | null = null;
let pressBefore: KeyPress | null = null;

const steadyOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-steady]') : null;
const wordOf = (target: EventTarget | null): string | null => steadyOf(target)?.dataset.steady ?? null;
const aimOf = (target: EventTarget | null): string | null =>
  wordOf(target) ??
  (target instanceof Element ? wordOf(target.closest('form')?.querySelector('[type="submit"][data-steady]') ?? null) : null);

const closeLast = (now: number): void => {
  const last = places.at(-1);
  if (last && last.to === Number.POSITIVE_INFINITY) last.to = now;
  places = places.filter(({ to }) => to > now - CALM_MS);
};

/**
 * A pointer counts as being at its last place until it is seen elsewhere. For a mouse, `pointerover` reports elements that move under it.
 */
const notePointer = ({ type, pointerType, clientX: x, clientY: y, target }: PointerEvent): void => {
  const now = performance.now();
  clearTimeout(looking);
  closeLast(now);
  // Whoever used the pointer since the last key press means the next one.
  if (type === 'pointerdown') press = null;
  const isMouse = pointerType === 'mouse';
  if (!isMouse && (type === 'pointerover' || type === 'pointercancel')) return;
  places.push({ x, y, slack: isMouse ? 0 : FINGER, on: wordOf(target), from: now, to: Number.POSITIVE_INFINITY });
  if (!isMouse && type === 'pointerup') lookUnderFinger(now + RESTS_MS);
};

/** No event reports elements that move under a lifted finger: checks the place at intervals for as long as an act may take. */
const lookUnderFinger = (until: number): void => {
  looking = setTimeout(() => {
    const now = performance.now();
    const last = places.at(-1);
    if (!last) return;
    const on = wordOf(document.elementFromPoint?.(last.x, last.y) ?? null);
    if (on !== last.on || now > until) closeLast(now);
    if (now > until) return;
    if (on !== last.on) places.push({ ...last, on, from: now, to: Number.POSITIVE_INFINITY });
    lookUnderFinger(until);
  }, LOOK_MS);
};

const noteKey = ({ key, repeat, target }: KeyboardEvent): void => {
  pressBefore = press;
  press = { key, at: performance.now(), on: aimOf(target), isHeld: repeat };
};

const isNear = ({ x, y, slack }: Place, { left, right, top, bottom }: DOMRect): boolean =>
  right > left && x >= left - slack && x < right + slack && y >= top - slack && y < bottom + slack;

/** Whether something else was under the pointer within the last second, at the very place of the click, where the button is now. */
const wasElsewhereUnder = (button: HTMLElement, { clientX, clientY }: MouseEvent): boolean => {
  const since = performance.now() - CALM_MS;
  const box = button.getBoundingClientRect();
  const stays = ({ x, y, slack }: Place) => Math.hypot(x - clientX, y - clientY) <= (slack > 0 ? TAPS : TREMBLES);
  const came = places.findLastIndex((place) => !stays(place));
  return places.slice(came + 1).some((place) => place.to > since && place.on !== button.dataset.steady && isNear(place, box));
};

/** Whether the pressed key is held, or was pressed for something else just before. */
const wasPressedFor = (word: string | null): boolean => {
  if (press === null) return false;
  if (press.isHeld) return true;
  return pressBefore !== null && pressBefore.key === press.key && press.at - pressBefore.at < CALM_MS && pressBefore.on !== word;
};

/** For shortcuts: whether the key press may trigger the act `word`. */
export const mayPress = (word: string): boolean => {
  const may = !wasPressedFor(word);
  if (press) press = { ...press, on: word };
  return may;
};

const guardClick = (event: MouseEvent, onIgnored: () => void): void => {
  const button = steadyOf(event.target);
  if (!button) return;
  // A click without a pointer (detail 0) comes from a key, or from a screen reader, which presses no key.
  const isKey = event.detail === 0;
  if (isKey ? isOfPress() && wasPressedFor(button.dataset.steady ?? null) : wasElsewhereUnder(button, event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    // The second click of a double click was not meant for the button.
    if (event.detail === 1) onIgnored();
  }
};

/** Enter clicks on key down, the space bar on key up. */
const isOfPress = (): boolean =>
  press !== null && (press.key === 'Enter' || press.key === ' ') && performance.now() - press.at < CALM_MS;

const pointerEvents = ['pointermove', 'pointerover', 'pointerdown', 'pointerup', 'pointercancel'] as const;

/** Watches the whole page; install once. `onIgnored` is told of each click that may have been meant, and was ignored. */
export const guardPresses = (onIgnored: () => void = () => undefined): (() => void) => {
  const handleClick = (event: MouseEvent) => guardClick(event, onIgnored);
  for (const name of pointerEvents) document.addEventListener(name, notePointer, { capture: true, passive: true });
  document.addEventListener('keydown', noteKey, { capture: true, passive: true });
  document.addEventListener('click', handleClick, { capture: true });
  return () => {
    for (const name of pointerEvents) document.removeEventListener(name, notePointer, { capture: true });
    document.removeEventListener('keydown', noteKey, { capture: true });
    document.removeEventListener('click', handleClick, { capture: true });
    clearTimeout(looking);
    places = [];
    press = null;
    pressBefore = null;
  };
};
