import type { Logger } from '@prosa/infra/runtime';
import type { WAVersion } from '@whiskeysockets/baileys';
import type { Halt } from '../signal/store.ts';

/** Why a session stops that would log in as a version that is refused. */
export const OLD_VERSION: Halt = { reason: 'version', until: null };

/** Tells the version that WhatsApp Web has now; null if nobody tells it. */
export type AskVersion = (signal: AbortSignal) => Promise<WAVersion | null>;
/** For one question. */
const ASK_MS = 10_000;

/** Asks WhatsApp itself, as Baileys does. */
export const latestVersion: AskVersion = async (signal) => {
  const { fetchLatestWaWebVersion } = await import('@whiskeysockets/baileys');
  const { version, isLatest } = await fetchLatestWaWebVersion({ signal });
  return isLatest ? version : null;
};

/**
 * The version as which all sessions of this process log in: once WhatsApp has refused it to one of them, it would refuse them
 * all. Then the current version is requested, and all log in as that. If there is none that was not refused, it is requested
 * again after each of `backOffMs`, and one session tries all the same. `version`: the configured one; null: the one that Baileys
 * brings.
 */
export const versionGuard = ({
  version,
  ask,
  backOffMs,
  log,
}: {
  version: WAVersion | null;
  ask: AskVersion;
  backOffMs: readonly [number, ...number[]];
  log: Logger;
}) => {
  let current = version;
  let isRefused = false;
  /** One session may try the refused version. */
  let isTrialDue = false;
  let accepted = new AbortController();
  let asking: Promise<boolean> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  const refused = new Set<string>();

  const letGo = (): void => {
    accepted.abort();
    accepted = new AbortController();
  };
  const accept = (): void => {
    clearTimeout(timer);
    [isRefused, isTrialDue, failures] = [false, false, 0];
    letGo();
  };
  const told = async (): Promise<WAVersion | null> => {
    try {
      return await ask(AbortSignal.timeout(ASK_MS));
    } catch (err) {
      log.warn({ err }, 'the current version of WhatsApp Web cannot be asked for');
      return null;
    }
  };
  /** Returns whether there is another version, as which all log in from now on. */
  const learn = async (): Promise<boolean> => {
    const found = await told();
    if (!found || refused.has(nameOf(found))) return false;
    current = found;
    log.warn({ version: nameOf(found) }, 'sessions log in as the current version of WhatsApp Web from now on');
    accept();
    return true;
  };
  const learnLater = (): void => {
    const waitMs = backOffMs[Math.min(failures, backOffMs.length - 1)]!;
    failures += 1;
    timer = setTimeout(async () => {
      if (!isRefused || (await learn()) || !isRefused) return;
      isTrialDue = true;
      learnLater();
      letGo();
    }, waitMs);
    timer.unref();
  };

  return {
    current: (): WAVersion | null => current,
    /**
     * A session that has logged in as `used` was refused. Resolves, after the current version was asked for, to whether it may try again: as
     * another version.
     */
    refuse: async (used: WAVersion | null): Promise<boolean> => {
      // Meanwhile another one was learnt.
      if (nameOf(used) !== nameOf(current)) return true;
      refused.add(nameOf(used));
      if (asking) return asking;
      if (isRefused) return false;
      isRefused = true;
      asking = learn();
      const isLearnt = await asking;
      asking = null;
      if (isRefused) learnLater();
      return isLearnt;
    },
    /** Somebody could log in as it. */
    accept: (): void => {
      if (isRefused) accept();
    },
    /** Resolves when a question that is being asked was answered. */
    settled: async (): Promise<unknown> => asking,
    /** Aborted when it is accepted again, or one session may try it. */
    accepted: (): AbortSignal => accepted.signal,
    /** Why a session that has stopped before, for `halt`, may not log in now; null: it may. `tries`: it was asked to try all the same. */
    stops: (halt: Halt | null, tries: boolean): Halt | null => {
      const isOver = halt?.until && halt.until.getTime() <= Date.now();
      if (halt && halt.reason !== OLD_VERSION.reason && !isOver) return halt;
      if (!isRefused || tries) return null;
      if (!isTrialDue) return OLD_VERSION;
      isTrialDue = false;
      return null;
    },
  };
};
export type VersionGuard = ReturnType<typeof versionGuard>;

const nameOf = (version: WAVersion | null): string => version?.join('.') ?? 'built in';
