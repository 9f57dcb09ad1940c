import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

/** Whether the list is being scrolled. */
export const Scrolling = createContext(false);

/**
 * What a row does not show yet: it is most of what a row costs. In a row that comes while the list is scrolled it is drawn once the list
 * stands still, between other work; there it stays. `now`: it is in sight, and comes with its row.
 */
export const OnceStill = ({ now = false, children }: { now?: boolean; children: ReactNode }) => {
  const isScrolling = useContext(Scrolling);
  const [isThere, setThere] = useState(!isScrolling);
  useEffect(() => {
    if (!isScrolling) startTransition(() => setThere(true));
  }, [isScrolling]);
  return isThere || now ? children : null;
};
