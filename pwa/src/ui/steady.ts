/**
 * What weighs (ends, hands on, takes, deletes) takes no press where a finger has just been: a list moves, a dialog opens or closes,
 * and the second press of a double click would fall on whatever came there. A button says what it does, and with what, in
 * `data-steady` (`Button`, `IconButton` and `MenuEntry` have a property for it); nothing is to be seen of it.
 */

/** So long, in milliseconds. */
const CALM_MS = 1_000;
/** So long a finger that has gone up counts as about to come down again, and so often is looked what is there, in milliseconds. */
const RESTS_MS = 15_000;
const LOOK_MS = 100;
/** How far beside its last place a finger may come down, in pixels; a mouse stays where it is. */
const FINGER = 8;

/** Where a pointer was, from when to when, and what that weighs lay under it. */
type Place = { x: number; y: number; slack: number; on: string | null; from: number; to: number };
/** A key that was pressed, and what it was for: the button that has the focus, or what its form is sent with. */
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

/** A pointer is, or rests, at its last place until it is seen elsewhere. What comes under a mouse is told by `pointerover`. */
const notePointer = ({ type, pointerType, clientX: x, clientY: y, target }: PointerEvent): void => {
  const now = performance.now();
  clearTimeout(looking);
  closeLast(now);
  const isMouse = pointerType === 'mouse';
  if (!isMouse && (type === 'pointerover' || type === 'pointercancel')) return;
  places.push({ x, y, slack: isMouse ? 0 : FINGER, on: wordOf(target), from: now, to: Number.POSITIVE_INFINITY });
  if (!isMouse && type === 'pointerup') lookUnderFinger(now + RESTS_MS);
};

/** Nothing tells what comes under a finger that has gone up: for as long as an act may take it is looked at. */
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

/** Whether a pointer was in the place of a button within the last second, while something else was there. */
const wasElsewhereUnder = (button: HTMLElement): boolean => {
  const since = performance.now() - CALM_MS;
  const box = button.getBoundingClientRect();
  return places.some((place) => place.to > since && place.on !== button.dataset.steady && isNear(place, box));
};

/** Whether the key that is down is held, or was pressed for something else just before. */
const wasPressedFor = (word: string | null): boolean => {
  if (press === null) return false;
  if (press.isHeld) return true;
  return pressBefore !== null && pressBefore.key === press.key && press.at - pressBefore.at < CALM_MS && pressBefore.on !== word;
};

/** For shortcuts: whether the key that was just pressed may do what `word` says. */
export const mayPress = (word: string): boolean => {
  const may = !wasPressedFor(word);
  if (press) press = { ...press, on: word };
  return may;
};

const guardClick = (event: MouseEvent): void => {
  const button = steadyOf(event.target);
  if (!button) return;
  // A click without a pointer (detail 0) is a key's, or that of a screen reader, which presses no key.
  const isKey = event.detail === 0;
  if (isKey ? isOfPress() && wasPressedFor(button.dataset.steady ?? null) : wasElsewhereUnder(button)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
};

/** Enter clicks while it goes down, the space bar when it is let go. */
const isOfPress = (): boolean =>
  press !== null && (press.key === 'Enter' || press.key === ' ') && performance.now() - press.at < CALM_MS;

const pointerEvents = ['pointermove', 'pointerover', 'pointerdown', 'pointerup', 'pointercancel'] as const;

/** Watches the whole page; install once. */
export const guardPresses = (): (() => void) => {
  for (const name of pointerEvents) document.addEventListener(name, notePointer, { capture: true, passive: true });
  document.addEventListener('keydown', noteKey, { capture: true, passive: true });
  document.addEventListener('click', guardClick, { capture: true });
  return () => {
    for (const name of pointerEvents) document.removeEventListener(name, notePointer, { capture: true });
    document.removeEventListener('keydown', noteKey, { capture: true });
    document.removeEventListener('click', guardClick, { capture: true });
    clearTimeout(looking);
    places = [];
    press = null;
    pressBefore = null;
  };
};
