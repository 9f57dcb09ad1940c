import { ConfigError } from '../kernel/config.ts';
import { tryEventStore } from './event-store.ts';
import { tryMediaStore } from './media.ts';
import { tryPostgres } from './postgres.ts';
import { type Reason, shownAddress, type Trouble } from './trouble.ts';

export type { Trouble } from './trouble.ts';

/** How long a server may take to answer: with the time to load this code, a start that cannot succeed says so within five seconds. */
const TRY_MS = 3_000;

/** The servers that the environment names, by its variables. */
export type Named = Partial<Record<'EVENTSTORE_URL' | 'DATABASE_URL' | 'KAFKA_BROKERS' | 'MEDIA_URL', string | undefined>>;

const tries: Record<keyof Named, (address: string, ms: number) => Promise<Reason | null>> = {
  EVENTSTORE_URL: tryEventStore,
  DATABASE_URL: tryPostgres,
  // Its client is loaded only where there is a Kafka.
  KAFKA_BROKERS: async (brokers, ms) => (await import('./kafka.ts')).tryKafka(brokers, ms),
  MEDIA_URL: tryMediaStore,
};

/** Tries each named server, all at once, and returns what is wrong with those that cannot be used. */
export const troublesOf = async (named: Named, ms = TRY_MS): Promise<Trouble[]> => {
  const all = Object.entries(tries).map(async ([variable, tryIt]): Promise<Trouble | null> => {
    const address = named[variable as keyof Named];
    const reason = address ? await tryIt(address, ms) : null;
    return reason && { variable, address: shownAddress(address!), ...reason };
  });
  return (await Promise.all(all)).filter((trouble) => trouble !== null);
};

/** One line for a terminal or a log. */
export const lineOf = ({ variable, address, reason, remedy }: Trouble): string =>
  `${variable}${address && ` (${address})`}: ${reason}. ${remedy}`;

/** Tries each named server; says what is wrong with those that may still come up. Throws ConfigError for what only a person can mend. */
export const assertUsable = async (named: Named, say: (line: string) => void): Promise<void> => {
  const troubles = await troublesOf(named);
  for (const trouble of troubles) if (!trouble.isFinal) say(lineOf(trouble));
  const final = troubles.filter(({ isFinal }) => isFinal);
  if (final.length > 0) throw new ConfigError(final.map(lineOf).join('\n'));
};
