/**
 * The rules know at most this many of the newest messages, tickets, files that are to come, and lines that may be filled; and unread messages
 * that are older than those; and sources that the customer came from.
 */
export const KNOWN_MESSAGES = 1_000;
export const KNOWN_UNREAD = 10_000;
export const KNOWN_TICKETS = 300;
export const KNOWN_FILES = 1_000;
export const KNOWN_LINES = 1_000;
export const KNOWN_REACTIONS = 1_000;
export const KNOWN_LEADS = 1_000;

/** Names a person's reaction to a message; `by` null: the company's. */
export const reactionKey = (messageId: string, by: string | null): string => `${messageId} ${by ?? ''}`;

/** Adds the newest of a kind, or changes one; beyond `max` the oldest is forgotten and returned, but never the one with the id `except`. */
export const put = <Value>(
  known: Map<string, Value>,
  id: string,
  value: Value,
  max: number,
  except: string | null = null,
): [string, Value] | undefined => {
  known.set(id, value);
  if (known.size <= max) return undefined;
  for (const oldest of known)
    if (oldest[0] !== except) {
      known.delete(oldest[0]);
      return oldest;
    }
  return undefined;
};

/**
 * When the customer wrote last, after a message: a channel's clock that is ahead does not make their hours longer, and one that comes late does
 * not make them shorter.
 */
export const lastInboundAt = (before: number | null, sentAt: string, now: number): number =>
  Math.max(before ?? 0, Math.min(Date.parse(sentAt), now));
