import type { Halt } from './whatsapp.store.ts';

/** Why a session stops that would log in as a version that is refused. */
export const OLD_VERSION: Halt = { reason: 'version', until: null };

/**
 * What WhatsApp says of the version as which all sessions of this process log in: once it has refused one of them, it would refuse them all.
 * A restart, which may bring another version, forgets it.
 */
export const versionGuard = () => {
  let isRefused = false;
  let accepted = new AbortController();
  return {
    refuse: (): void => {
      isRefused = true;
    },
    /** Somebody could log in as it. */
    accept: (): void => {
      if (!isRefused) return;
      isRefused = false;
      accepted.abort();
      accepted = new AbortController();
    },
    /** Aborted when it is accepted again. */
    accepted: (): AbortSignal => accepted.signal,
    /** Why a session that has stopped before, for `halt`, may not log in now; null: it may. `tries`: it was asked to try all the same. */
    stops: (halt: Halt | null, tries: boolean): Halt | null => {
      const isOver = halt?.until && halt.until.getTime() <= Date.now();
      if (halt && halt.reason !== OLD_VERSION.reason && !isOver) return halt;
      return isRefused && !tries ? OLD_VERSION : null;
    },
  };
};
export type VersionGuard = ReturnType<typeof versionGuard>;
