/**
 * The sign-in has an address of its own. The address that the user wanted is kept in the entry's state, in react-router's format: it
 * survives a reload at the sign-in, whichever of the two wrote it.
 */
type Entry = { usr?: { from?: string } | null } | null;

const DOOR = '/login';

/** Goes to the sign-in before there is a router. */
export const goToDoor = (): void => {
  const { pathname, search, hash } = location;
  if (pathname === DOOR) return;
  const usr = pathname === '/' ? null : { from: `${pathname}${search}${hash}` };
  history.replaceState({ usr } satisfies Entry, '', DOOR);
};

/** Replaces the address by the one that the user wanted, where the router then begins. */
export const leaveDoor = (): void => {
  if (location.pathname === DOOR) history.replaceState(null, '', (history.state as Entry)?.usr?.from ?? '/');
};
