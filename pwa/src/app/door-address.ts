/**
 * The sign-in has an address of its own. Where one wanted to go stands in the entry's state, as react-router keeps a location's: a
 * page that is loaded anew at the sign-in knows it still, whichever of the two wrote it.
 */
type Entry = { usr?: { from?: string } | null } | null;

const DOOR = '/login';

/** To the sign-in, before there is a router. */
export const goToDoor = (): void => {
  const { pathname, search, hash } = location;
  if (pathname === DOOR) return;
  const usr = pathname === '/' ? null : { from: `${pathname}${search}${hash}` };
  history.replaceState({ usr } satisfies Entry, '', DOOR);
};

/** On to where one wanted, for the router to begin there. */
export const leaveDoor = (): void => {
  if (location.pathname === DOOR) history.replaceState(null, '', (history.state as Entry)?.usr?.from ?? '/');
};
