import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element is on the screen, or soon will be. Where the browser does not tell, it is. */
export const useNear = <Shown extends Element>(): [ref: RefObject<Shown | null>, isNear: boolean] => {
  const ref = useRef<Shown>(null);
  const canTell = typeof IntersectionObserver !== 'undefined';
  const [isNear, setNear] = useState(!canTell);
  useEffect(() => {
    if (!ref.current || !canTell) return;
    // `scrollMargin` is for what scrolls within the page; browsers that do not know it tell a little later.
    const margins = { rootMargin: '50%', scrollMargin: '50%' };
    const observer = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), margins);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [canTell]);
  return [ref, isNear];
};
