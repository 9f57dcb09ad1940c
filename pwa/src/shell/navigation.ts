/** Lets sagas change the address; the router takes over when it starts. */
type Navigate = (to: string, options?: { replace?: boolean }) => void;

let current: Navigate = (to) => globalThis.location.assign(to);
let pathname = (): string => globalThis.location.pathname;

/** Goes to an address of the app. In components use react-router's own hooks. */
export const navigateTo: Navigate = (to, options) => current(to, options);

/** The path of the current screen, for sagas. */
export const shownPath = (): string => pathname();

export const navigateBy = (navigate: Navigate, shown: () => string): void => {
  current = navigate;
  pathname = shown;
};
