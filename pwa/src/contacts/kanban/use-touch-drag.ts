import { type RefObject, useEffect, useRef } from 'react';
import type { Lane } from './board.slice.ts';
import styles from './kanban.module.css';
import { FIRST } from './lane-id.ts';
import type { Holding } from './use-holding.ts';

type Board = readonly { lane: Lane; cards: Parameters<Holding['take']>[0][] }[];

/** How long a finger rests on a card until it lifts it, in milliseconds: less than until a browser begins a drag or a menu of its own. */
const PRESS_MS = 400;
/** A finger that moves further before, in pixels, scrolls. */
const MOVED = 10;
/** The distance from either side of the board, in pixels, within which a held card scrolls it, and by how much in each frame. */
const EDGE = 48;
const STEP = 8;

/** A picture of a card that follows the finger. */
const ghostOf = (card: HTMLElement): HTMLElement => {
  const { left, top, width } = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  delete ghost.dataset.card;
  ghost.inert = true;
  ghost.classList.add(styles.ghost!);
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(ghost);
  return ghost;
};

/** The lane at a point of the screen, as `moveOver` takes it. */
const laneAt = (x: number, y: number): string | null | undefined => {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')?.dataset.lane;
  return lane === FIRST ? null : lane;
};

/**
 * Lifts the card on which a finger rests, carries it over the lanes, and drops it where the finger leaves. Browsers on phones can drag
 * elements by touch, those of computers with a touch screen mostly cannot; so that all do the same, theirs is prevented.
 */
export const useTouchDrag = (scroller: RefObject<HTMLElement | null>, board: Board, holding: Holding): void => {
  const newest = useRef({ board, holding });
  newest.current = { board, holding };
  const letGo = useRef<() => void>(() => undefined);
  useEffect(() => {
    const el = scroller.current!;
    const leave: (() => void)[] = [];
    /** The one finger on a card; `ghost`: it has lifted it. */
    let finger: { timer: ReturnType<typeof setTimeout>; from: Touch; at: Touch; ghost: HTMLElement | null } | null = null;
    letGo.current = () => {
      finger?.ghost?.remove();
    };
    const end = () => {
      clearTimeout(finger?.timer);
      letGo.current();
      finger = null;
    };
    const carry = () => {
      if (!finger?.ghost?.isConnected) return;
      const { left, right } = el.getBoundingClientRect();
      const { clientX: x, clientY: y } = finger.at;
      if (x > right - EDGE) el.scrollLeft += STEP;
      else if (x < left + EDGE) el.scrollLeft -= STEP;
      finger.ghost.style.translate = `${x - finger.from.clientX}px ${y - finger.from.clientY}px`;
      newest.current.holding.moveOver(laneAt(x, y));
      requestAnimationFrame(carry);
    };
    const lift = (element: HTMLElement) => {
      const id = element.dataset.card;
      const card = newest.current.board.flatMap(({ cards }) => cards).find((one) => one.id === id);
      if (!finger || !card || !element.isConnected) return;
      finger.ghost = ghostOf(element);
      newest.current.holding.take(card, 'pointer');
      requestAnimationFrame(carry);
    };
    const giveUp = () => {
      if (finger?.ghost) newest.current.holding.giveUp();
      end();
    };
    const on = <Type extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel' | 'dragstart' | 'contextmenu'>(
      type: Type,
      listen: (event: HTMLElementEventMap[Type]) => void,
    ) => {
      el.addEventListener(type, listen, { passive: false });
      leave.push(() => el.removeEventListener(type, listen));
    };
    on('touchstart', ({ touches, target }) => {
      giveUp();
      const card = (target as Element).closest<HTMLElement>('[data-card]');
      if (!card || touches.length !== 1 || !newest.current.holding.mayWork) return;
      const [touch] = touches;
      finger = { timer: setTimeout(lift, PRESS_MS, card), from: touch!, at: touch!, ghost: null };
    });
    on('touchmove', (event) => {
      if (!finger) return;
      finger.at = event.touches[0]!;
      const { from, at, ghost } = finger;
      // Otherwise the board would scroll under the card.
      if (ghost) event.preventDefault();
      else if (Math.hypot(at.clientX - from.clientX, at.clientY - from.clientY) > MOVED) end();
    });
    on('touchend', (event) => {
      if (finger?.ghost) {
        // Otherwise it would be a click on the card, too.
        event.preventDefault();
        newest.current.holding.moveOver(laneAt(finger.at.clientX, finger.at.clientY));
        newest.current.holding.drop();
      }
      end();
    });
    on('touchcancel', giveUp);
    for (const type of ['dragstart', 'contextmenu'] as const)
      on(type, (event) => {
        if (finger) event.preventDefault();
      });
    return () => {
      for (const off of leave) off();
      end();
    };
  }, [scroller]);
  // Dropped, or taken out of the hand by somebody else.
  useEffect(() => {
    if (holding.held === null) letGo.current();
  }, [holding.held]);
};
