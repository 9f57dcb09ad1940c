export type NavigateOptions = {
  replace?: boolean;
  /** Stays with the entry of the browser's history, out of the address. */
  state?: unknown;
  /**
   * For an address of the screen that is shown, none of whose files has to be waited for: it is rendered in one piece once this has
   * resolved, null: now. Any other address is rendered beside the screen before, in pieces between which the browser paints frames that
   * show nothing new.
   */
  after?: Promise<void> | null;
};
/** Lets sagas change the address; the router takes over when it starts. */
type Navigate = (to: string, options?: NavigateOptions) => void;

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
