import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** By these a user begins to read elsewhere. */
const TOUCHES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

type Options = {
  scroller: RefObject<HTMLElement | null>;
  /** The message below the line above what was unread at the opening; null if there is none. */
  line: string | null;
  /** Its place among the rows; undefined if it is not loaded. */
  lineAt: number | undefined;
  goTo: (index: number) => void;
};

/** Goes to the line above the unread messages, as soon as it is known where it is, unless the user has begun to read elsewhere. */
export const useOpeningLine = ({ scroller, line, lineAt, goTo }: Options): void => {
  const wentTo = useRef<string | null>(null);
  const isTouched = useRef(false);
  useLayoutEffect(() => {
    if (lineAt === undefined || line === wentTo.current) return;
    wentTo.current = line;
    if (!isTouched.current) goTo(lineAt);
  }, [line, lineAt, goTo]);
  useEffect(() => {
    const el = scroller.current;
    const touch = () => {
      isTouched.current = true;
    };
    for (const type of TOUCHES) el?.addEventListener(type, touch, { passive: true });
    return () => {
      for (const type of TOUCHES) el?.removeEventListener(type, touch);
    };
  }, [scroller]);
};
