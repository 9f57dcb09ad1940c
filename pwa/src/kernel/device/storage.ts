/**
 * The values that this browser remembers, by name. `token`, `companyId`, `userId`, `companyDueDate`, `campaignsEnabled`, `cshow`
 * and `firstTickets` belong to the session and are deleted with it; the others belong to the person at this device.
 */
export type Remembered =
  | 'token'
  | 'companyId'
  | 'userId'
  | 'companyDueDate'
  | 'campaignsEnabled'
  | 'cshow'
  /** The list of tickets that the last page asked for first: `first.js` asks for it again. */
  | 'firstTickets'
  | 'theme'
  | 'language'
  | 'rail'
  | 'letterKeys'
  /** The ids of the users who switched off that the next ticket opens. */
  | 'staysAfter'
  | 'signs'
  | 'audioSpeed'
  /** The order of each list of tickets. */
  | 'ticketSorts'
  /** Whose tickets the lists show: the id of the user who chose it, `all` or `own`, and the id of the only attendant, or ''. */
  | 'ticketsOf'
  /** Notifications on this device: the id of the user who switched them on, or `off`. */
  | 'pushes'
  /** The announcements that were read on this device. */
  | 'announcementsRead'
  /** The id of the user who has hidden the first steps on this device. */
  | 'firstSteps'
  /** `0`: no sound for new messages on this device. */
  | 'sounds';

const ofSession: Remembered[] = ['token', 'companyId', 'userId', 'companyDueDate', 'campaignsEnabled', 'cshow', 'firstTickets'];

/** A browser storage of texts; values that it refuses (storage blocked or full) stay in memory until the page is closed. */
export const textStore = (place: () => Storage | undefined) => {
  const memory = new Map<string, string>();
  const browser = (): Storage | undefined => {
    try {
      return place();
    } catch {
      return undefined; // reading the property itself throws if cookies are blocked
    }
  };
  const remove = (name: string): void => {
    memory.delete(name);
    browser()?.removeItem(name);
  };
  return {
    get: (name: string): string | null => memory.get(name) ?? browser()?.getItem(name) ?? null,
    set: (name: string, value: string): void => {
      try {
        const store = browser();
        if (!store) return void memory.set(name, value);
        store.setItem(name, value);
        memory.delete(name);
      } catch {
        memory.set(name, value); // full: its stored value of that name is outdated
      }
    },
    remove,
    /** All names with this prefix. */
    names: (prefix = ''): string[] => {
      const all = new Set([...memory.keys(), ...Object.keys(browser() ?? {})]);
      return [...all].filter((name) => name.startsWith(prefix));
    },
    clear: (): void => {
      memory.clear();
      browser()?.clear();
    },
  };
};

const device = textStore(() => globalThis.localStorage);
/** Unfinished texts that this device stores: `draft:..`, `note:..` and `ticketNote:..` (see messages). */
export const written = device;
/** Values that only this tab stores, over a reload too: `outbox:..` (see messages), `restored` (see live.saga). */
export const tab = textStore(() => globalThis.sessionStorage);

export const remembered = (name: Remembered): string | null => device.get(name);
export const remember = (name: Remembered, value: string | null): void =>
  value === null ? device.remove(name) : device.set(name, value);

/** Deletes the session: token, company and what sign-in stored with them. */
export const forgetSession = (): void => {
  for (const name of ofSession) remember(name, null);
};

/** Deletes everything, as the specification requires when the user signed in elsewhere. */
export const forgetEverything = (): void => {
  device.clear();
  tab.clear();
};
