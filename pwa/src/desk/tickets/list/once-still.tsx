import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

/** Whether the list is being scrolled, or its first rows are not painted yet. */
export const Unsettled = createContext(false);

/**
 * A part that a row does not show yet: it is most of what a row costs. In a row that comes with the first ones, or while the list
 * is scrolled, it is drawn once the list stands still, between other work; there it stays. `now`: it is in sight, and comes with
 * its row.
 */
export const OnceStill = ({ now = false, children }: { now?: boolean; children: ReactNode }) => {
  const isUnsettled = useContext(Unsettled);
  const [isThere, setThere] = useState(!isUnsettled);
  useEffect(() => {
    if (!isUnsettled) startTransition(() => setThere(true));
  }, [isUnsettled]);
  return isThere || now ? children : null;
};
