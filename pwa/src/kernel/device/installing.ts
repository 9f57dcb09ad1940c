/** The browser's offer to install the app; not in TypeScript's DOM types, as only some browsers have it. */
type Offer = { prompt: () => Promise<unknown> };

/**
 * Asks the user by the browser's own dialog whether to install the app; null where the browser offers nothing: it cannot, or the app is
 * installed. `public/first.js` keeps the offer.
 */
export const installing = (): (() => void) | null => {
  const page = globalThis as { prosaInstall?: Offer };
  const offer = page.prosaInstall;
  if (!offer) return null;
  return () => {
    // An offer can be made once; the browser makes another if this one is declined.
    page.prosaInstall = undefined;
    void offer.prompt();
  };
};
