/** Lets sagas change the address; the router takes it over when it begins. */
type Navigate = (to: string, options?: { replace?: boolean }) => void;

let current: Navigate = (to) => globalThis.location.assign(to);

/** Goes to an address of the app. In components use react-router's own hooks. */
export const navigateTo: Navigate = (to, options) => current(to, options);

export const navigateBy = (navigate: Navigate): void => {
  current = navigate;
};
