import { useEffect, useState } from 'react';

/** Nothing has the focus, or only what keeps it within a dialog. */
const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || /focus-trap/.test(element.className);

/**
 * For what is there only while it is open, a dialog or a popover's content: gives the focus back to what had it before. What opened it may be gone (an entry
 * of a menu): then the menu's button has it, else the content.
 */
export const useReturnFocus = (): void => {
  const [opener] = useState(() => ({
    element: document.activeElement,
    menu: document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]'),
  }));
  useEffect(
    () => () => {
      const giveBack = () => {
        if (!isNowhere(document.activeElement)) return;
        const places = [opener.element, opener.menu, document.getElementById('content')];
        const place = places.find((one) => one instanceof HTMLElement && one.isConnected && !isNowhere(one));
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      };
      requestAnimationFrame(giveBack); // once the dialog has gone
    },
    [opener],
  );
};
