import { isLasting } from '@prosa/infra/runtime';
import type { ReceivedMessage } from '../provider.port.ts';
import { asLine, isUnread } from './graph.lines.ts';
import type { Reporting, Told } from './graph.reader.ts';

type Written = Extract<Told, { messages: unknown }>;
type Done = Extract<Told, { report: unknown }>;
type Fault = Extract<Told, { fault: unknown }>;
/** Puts aside what nobody can read. `error`: why it is not reported; null: it is, as a line that says so. */
type Park = (told: Told, error: unknown) => Promise<void>;

/**
 * Reports what a webhook says about one account, that of a chat in order. What was written goes as one list for all chats, so that a
 * thousand messages take no longer than some.
 */
export const reportTold = async (told: readonly Told[], to: Reporting, park: Park): Promise<void> => {
  const read = told.filter((one): one is Exclude<Told, Fault> => !('fault' in one));
  for (const one of told) if ('fault' in one) await park(one, one.fault);
  let lines = [...Map.groupBy(read, ({ chat }) => chat).values()];
  while (lines.length > 0) {
    const runs = lines.map(firstRun);
    const written = runs.flatMap((run) => run.filter(isWritten));
    await Promise.all([
      reportWritten(written, to, park),
      ...runs.map(async (run) => {
        for (const one of run) if (!isWritten(one)) await parking(one, park, () => one.report(to));
      }),
    ]);
    lines = lines.flatMap((line, nth) => (line.length > runs[nth]!.length ? [line.slice(runs[nth]!.length)] : []));
  }
};

const isWritten = (told: Written | Done): told is Written => 'messages' in told;

/** The first run of a chat: all that was written until something else happened, or all else until something was written. */
const firstRun = (line: readonly (Written | Done)[]): (Written | Done)[] => {
  const end = line.findIndex((one) => isWritten(one) !== isWritten(line[0]!));
  return line.slice(0, end === -1 ? line.length : end);
};

const reportWritten = async (written: readonly Written[], to: Reporting, park: Park): Promise<void> => {
  if (written.length === 0) return;
  const { received } = to.services.callbacksOf(to.connection);
  const read = await Promise.all(
    written.map(async (one) => {
      const messages: ReceivedMessage[] = [];
      await parking(one, park, async () => void messages.push(...(await one.messages(to)).map(asLine)));
      if (messages.some(isUnread)) await park(one, null);
      return { one, messages };
    }),
  );
  try {
    await received(read.flatMap(({ messages }) => messages));
  } catch (error) {
    if (!isLasting(error)) throw error;
    // One of them cannot be taken, which must not keep the others away.
    for (const { one, messages } of read) await parking(one, park, () => received(messages));
  }
};

const parking = async (told: Written | Done, park: Park, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isLasting(error)) throw error;
    await park(told, error);
  }
};
