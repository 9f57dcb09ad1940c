import { useEffect, useState } from 'react';

/** Whether nothing has the focus, or only a focus trap of a dialog. */
const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || /focus-trap/.test(element.className);

type Opener = { element: Element | null; menu: HTMLElement | null };
const openerNow = (): Opener => ({
  element: document.activeElement,
  menu: document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]'),
});
let held: Opener | null = null;

/** For an act whose dialog has yet to be loaded: when that is mounted, the menu from which it was chosen may be gone. */
export const holdOpener = (): void => {
  held = openerNow();
};

/**
 * For components mounted only while they are open, such as a dialog or a popover's content: returns the focus to the element that had it
 * before. If that is gone (an entry of a menu), the menu's button gets it, otherwise the content.
 */
export const useReturnFocus = (): void => {
  const [opener] = useState(() => {
    const own = held ?? openerNow();
    held = null;
    return own;
  });
  useEffect(
    () => () => {
      const giveBack = () => {
        if (!isNowhere(document.activeElement)) return;
        const places = [opener.element, opener.menu, document.getElementById('content')];
        const place = places.find((one) => one instanceof HTMLElement && one.isConnected && !isNowhere(one));
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      };
      requestAnimationFrame(giveBack); // after the dialog has been removed
    },
    [opener],
  );
};
