/**
 * The sign-in has an address of its own. The address that the user wanted is kept in the entry's state, in react-router's format: it
 * survives a reload at the sign-in, whichever of the two wrote it.
 */
type Entry = { usr?: { from?: string } | null } | null;

const DOOR = '/login';
export const SIGN_UP = '/signup';

/** Goes to the sign-in before there is a router. The sign-up is open to everybody. */
export const goToDoor = (): void => {
  const { pathname, search, hash } = location;
  if (pathname === DOOR || pathname === SIGN_UP) return;
  const usr = pathname === '/' ? null : { from: `${pathname}${search}${hash}` };
  history.replaceState({ usr } satisfies Entry, '', DOOR);
};

/** Goes from the sign-up, which is done, to the sign-in. */
export const leaveSignUp = (): void => history.replaceState(null, '', DOOR);

/** Replaces the address by the one that the user wanted, where the router then begins. */
export const leaveDoor = (): void => {
  if (location.pathname === DOOR) history.replaceState(null, '', (history.state as Entry)?.usr?.from ?? '/');
};
