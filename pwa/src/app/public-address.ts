/**
 * The sign-in has an address of its own. The address that the user wanted is kept in the entry's state, in react-router's format: it
 * survives a reload at the sign-in, whichever of the two wrote it.
 */
type Entry = { usr?: { from?: string } | null } | null;

const DOOR = '/login';
/** Pages of people who are not signed in. */
const open = ['/signup', '/forgot'] as const;
/** Pages that the links of mails open, for everybody. */
const linked = ['/reset', '/invite', '/verify'] as const;
export type OpenPath = (typeof open)[number] | (typeof linked)[number];

/** The page at the address that comes before the sign-in. A linked one also comes before the app of a signed-in user. */
export const openPage = (isIn: boolean): OpenPath | null =>
  [...linked, ...(isIn ? [] : open)].find((path) => path === location.pathname) ?? null;

let token = '';
/** The token of a mailed link: it is taken out of the address bar and the history at once, and kept only by this page. */
export const takeToken = (): string => {
  if (location.hash !== '') {
    token = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
  }
  return token;
};

/** Goes to the sign-in before there is a router. */
export const goToPublicPages = (): void => {
  const { pathname, search, hash } = location;
  if (pathname === DOOR || openPage(false) !== null) return;
  const usr = pathname === '/' ? null : { from: `${pathname}${search}${hash}` };
  history.replaceState({ usr } satisfies Entry, '', DOOR);
};

/** Goes from an open page, which is done, to the sign-in. */
export const leaveOpenPage = (): void => history.replaceState(null, '', DOOR);

/** Replaces the address by the one that the user wanted, where the router then begins. */
export const leavePublicPages = (): void => {
  if (location.pathname === DOOR) history.replaceState(null, '', (history.state as Entry)?.usr?.from ?? '/');
};
