import { useEffect, useState } from 'react';

/**
 * For a dialog that is there only while it is open: gives the focus back to what had it before. What opened it may be gone (an entry
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
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const places = [opener.element, opener.menu, document.getElementById('content')];
        const place = places.find((one) => one instanceof HTMLElement && one.isConnected && one !== document.body);
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      };
      requestAnimationFrame(giveBack); // once the dialog has gone
    },
    [opener],
  );
};
