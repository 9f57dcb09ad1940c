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
  | 'notifications'
  | 'signs';

const ofSession: Remembered[] = ['token', 'companyId', 'userId', 'companyDueDate', 'campaignsEnabled', 'cshow'];

/** Local storage; where a browser forbids it, memory for as long as the page lives. */
const memory = new Map<string, string>();
const forbidden = (): boolean => {
  try {
    return typeof localStorage === 'undefined';
  } catch {
    return true; // reading the property itself throws where cookies are blocked
  }
};

export const remembered = (name: Remembered): string | null =>
  forbidden() ? (memory.get(name) ?? null) : localStorage.getItem(name);

export const remember = (name: Remembered, value: string | null): void => {
  if (forbidden()) value === null ? memory.delete(name) : memory.set(name, value);
  else if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
};

/** Forgets the session: token, company and what sign-in stored with them. */
export const forgetSession = (): void => {
  for (const name of ofSession) remember(name, null);
};

/** Forgets all, as the specification asks where the account was entered elsewhere. */
export const forgetEverything = (): void => {
  memory.clear();
  if (!forbidden()) localStorage.clear();
};
