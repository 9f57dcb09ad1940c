import { fields, type SendFailure } from '@prosa/contracts';
import { type OutgoingMessage, Permanent, type Session, SlowDown, Temporary } from '../channels/provider.port.ts';
import { BY_PERSON } from '../kernel/priority.ts';
import type { Handed, Result } from './outbox.table.ts';

/** Waits between the tries of one message: after five tries within a minute it has failed. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 4_000, 15_000, 39_000];
/** How long a message waits for a session that may come back by itself. */
export const HOLD_MS = 24 * 3_600_000;
/** Timeout of one call to a channel; after it the outcome is unknown. */
export const CALL_MS = 30_000;
/** The same for preparing a message, which may upload a large file. */
const PREPARE_MS = 5 * 60_000;

export type Rules = { again: 'same id' | 'unsure'; retryDelaysMs: readonly number[]; callMs: number; holdMs: number };

/** Tries once to send a row that was handed over, and returns the result. Never throws. */
export const attempt = async (row: Handed, session: Session, rules: Rules, late: AbortSignal): Promise<Result> => {
  if (row.kind === 'send' && row.media && row.prepared === null && session.prepare) return prepare(row, session, rules, late);
  const signal = AbortSignal.any([late, AbortSignal.timeout(rules.callMs)]);
  try {
    // A channel that ignores the signal must not block its conversation.
    const channelId = await Promise.race([call(row, session, signal), givenUp(signal)]);
    return ended(row, { state: 'taken', channelId: fields.keptIn(channelId) });
  } catch (error) {
    return failed(row, error, rules);
  }
};

/** The result for a row that was handed over but not tried. */
export const notTried = (row: Handed): Result => ended(row, { state: 'waiting' });

/** The result for a row whose session has not come back in time. */
export const givenUpWaiting = (row: Handed): Result =>
  ended(row, { state: row.unclear ? 'unsure' : 'failed', reason: 'disconnected' });

/** Prepares a message: it waits again, and the next try sends it. Whatever goes wrong, it was not sent. */
const prepare = async (row: Handed, session: Session, rules: Rules, late: AbortSignal): Promise<Result> => {
  const signal = AbortSignal.any([late, AbortSignal.timeout(PREPARE_MS)]);
  try {
    const prepared = await Promise.race([session.prepare!(messageOf(row), { signal }), givenUp(signal)]);
    return ended(row, { state: 'waiting', prepared: fields.kept(prepared), uncounted: true });
  } catch (error) {
    const isKnown = error instanceof Temporary || error instanceof Permanent || error instanceof SlowDown;
    return failed(row, isKnown ? error : new Temporary('The message could not be prepared.', { cause: error }), rules);
  }
};

const call = async (row: Handed, session: Session, signal: AbortSignal): Promise<string | null> => {
  if (row.kind === 'send') {
    return (await session.send(messageOf(row), { signal })).channelId;
  }
  // A message that never arrived needs no deletion.
  if (row.sentAs === null) return null;
  if (!session.delete) throw new Permanent('The channel takes nothing back.');
  const to = { kind: row.toKind, value: row.toValue };
  await session.delete({ messageId: row.messageId, channelId: row.sentAs, to }, { signal });
  return null;
};

const messageOf = (row: Handed): OutgoingMessage => ({
  messageId: row.messageId,
  to: { kind: row.toKind, value: row.toValue },
  body: row.body ?? '',
  media: row.media,
  cards: row.cards,
  template: row.template,
  choices: row.choices,
  prepared: row.prepared,
  byPerson: row.priority === BY_PERSON,
  quoted: row.quotedMessageId
    ? { messageId: row.quotedMessageId, channelId: row.quotedChannelId, sentAs: row.quotedSentAs, shows: row.quotedShows }
    : null,
});

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(new Error('The channel did not answer in time.'));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });

const failed = (row: Handed, error: unknown, { again, retryDelaysMs }: Rules): Result => {
  if (error instanceof SlowDown)
    return ended(row, {
      state: 'waiting',
      reason: error.reason,
      againInMs: error.afterMs,
      unclear: row.unclear,
      uncounted: true,
    });
  const isKnown = error instanceof Temporary || error instanceof Permanent;
  const reason: SendFailure = isKnown ? error.reason : 'no-answer';
  const unclear = row.unclear || !isKnown;
  if (error instanceof Permanent) return ended(row, { state: row.unclear ? 'unsure' : 'failed', reason });
  if (!isKnown && again === 'unsure') return ended(row, { state: 'unsure', reason, unclear });
  const againInMs = retryDelaysMs[row.tries - 1];
  if (againInMs !== undefined) return ended(row, { state: 'waiting', reason, againInMs, unclear });
  return ended(row, { state: unclear ? 'unsure' : 'failed', reason, unclear });
};

const ended = ({ messageId, attempt, kind }: Handed, end: Partial<Result> & Pick<Result, 'state'>): Result => ({
  messageId,
  attempt,
  kind,
  channelId: null,
  reason: null,
  againInMs: 0,
  unclear: false,
  uncounted: false,
  prepared: null,
  ...end,
});
