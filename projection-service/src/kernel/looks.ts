import { type Access, type Look, Refused, topics } from '@prosa/contracts';
import type { Bus, Logger, Principal } from '@prosa/infra/runtime';

/** Reports who looks at what to the command side, which stores it. */
export type Looks = {
  /**
   * Resolves when a look is durable: at once if this process has reported it in this hour. Throws Refused ERR_BUSY if it is not in time, so
   * that nobody looks unnoticed.
   */
  note(looker: Principal, look: Look): Promise<void>;
};

/** Reports that are remembered; one that is forgotten is published again, and stored no second time. */
const MOST = 10_000;
/** As long as a reader waits for its own write (decision 32). The bus goes on trying for longer. */
const WAIT_MS = 2_000;
const HOUR_MS = 60 * 60_000;

export const looksOn = ({
  bus,
  log,
  clock = () => new Date(),
  most = MOST,
}: {
  bus: Pick<Bus, 'publish'>;
  log: Logger;
  clock?: (() => Date) | undefined;
  most?: number;
}): Looks => {
  const reports = new Map<string, Promise<void>>();

  const report = (name: string, access: Access): Promise<void> => {
    const published = bus.publish([{ topic: topics.access, key: access.companyId, value: access }]);
    reports.set(name, published);
    if (reports.size > most) reports.delete(reports.keys().next().value!);
    published.catch((err: unknown) => {
      if (reports.get(name) === published) reports.delete(name);
      log.warn({ err }, 'a look could not be reported');
    });
    return published;
  };

  return {
    note: async (looker, look) => {
      const now = clock();
      const { kind, subject } = look;
      const name = [looker.userId, kind, subject.kind, subject.id, Math.floor(now.getTime() / HOUR_MS)].join(' ');
      await inTime(reports.get(name) ?? report(name, accessOf(looker, look, now)));
    },
  };
};

/** A look at a company is told there: a platform-level user may look at another than their own. */
const accessOf = ({ userId, companyId, scopes }: Principal, { kind, subject }: Look, now: Date): Access => {
  const of = subject.kind === 'company' ? subject.id : companyId;
  return {
    companyId: of,
    actor: { kind: scopes ? 'integration' : 'user', id: userId, ...(of !== companyId && { companyId }) },
    kind,
    subject,
    at: now.toISOString(),
  };
};

const inTime = async (published: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Refused('ERR_BUSY')), WAIT_MS);
  try {
    await Promise.race([published, late.promise]);
  } catch {
    throw new Refused('ERR_BUSY');
  } finally {
    clearTimeout(timer);
  }
};
