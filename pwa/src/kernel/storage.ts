/**
 * What this browser remembers, by name. `token`, `companyId`, `userId`, `companyDueDate`, `campaignsEnabled` and `cshow` belong to
 * the session and go with it; the others to the person at this device.
 */
export type Remembered =
  | 'token'
  | 'companyId'
  | 'userId'
  | 'companyDueDate'
  | 'campaignsEnabled'
  | 'cshow'
  | 'theme'
  | 'language'
  | 'rail'
  | 'letterKeys'
  | 'signs';

const ofSession: Remembered[] = ['token', 'companyId', 'userId', 'companyDueDate', 'campaignsEnabled', 'cshow'];

/** A browser's store of texts; what it does not take (it is forbidden, or full) lives in memory, as long as the page. */
export const textStore = (place: () => Storage | undefined) => {
  const memory = new Map<string, string>();
  const browser = (): Storage | undefined => {
    try {
      return place();
    } catch {
      return undefined; // reading the property itself throws where cookies are blocked
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
        memory.set(name, value); // full: what it holds of that name is old
      }
    },
    remove,
    /** All names that begin so. */
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
/** What this tab alone keeps, over a reload too: `draft:..` and `outbox:..` (see messages), `restored` (see live.saga). */
export const tab = textStore(() => globalThis.sessionStorage);

export const remembered = (name: Remembered): string | null => device.get(name);
export const remember = (name: Remembered, value: string | null): void =>
  value === null ? device.remove(name) : device.set(name, value);

/** Forgets the session: token, company and what sign-in stored with them. */
export const forgetSession = (): void => {
  for (const name of ofSession) remember(name, null);
};

/** Forgets all, as the specification asks where the account was entered elsewhere. */
export const forgetEverything = (): void => {
  device.clear();
  tab.clear();
};
