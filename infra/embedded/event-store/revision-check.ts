import { hasMetadata, isSoftDeleted, type StreamState } from './stream-states.ts';

/** Special values of the expected revision, with EventStoreDB's numbers. */
export const NO_STREAM = -1;
export const ANY = -2;
export const STREAM_EXISTS = -4;

export type Decision =
  | { kind: 'write' }
  | { kind: 'repeat'; revision: number; position: number }
  | { kind: 'wrong' }
  | { kind: 'deleted' };

/** Look-ups of earlier events: by event id among the most recent ones, by revision in the whole stream. */
export type Past = {
  recent: (id: string) => { stream: number; revision: number; position: number } | undefined;
  stored: (stream: number, revision: number) => { id: string; position: number } | undefined;
};

const wrong: Decision = { kind: 'wrong' };
const write: Decision = { kind: 'write' };

/**
 * Decides an append. A repetition of events that are already there is answered with their revision and position; if only the first of them
 * are there, the expected version is wrong, because no revision could be returned.
 */
export const checkRevision = (stream: StreamState, expected: number, ids: string[], past: Past): Decision => {
  if (stream.tombstoned) return { kind: 'deleted' };
  if (expected === STREAM_EXISTS) {
    if (isSoftDeleted(stream)) return { kind: 'deleted' };
    if (stream.revision < 0 && !hasMetadata(stream)) return wrong;
  }
  if (expected === ANY || expected === STREAM_EXISTS) return checkAny(stream, ids, past);
  if (expected > stream.revision) return wrong;
  return expected === stream.revision ? write : checkBefore(stream, expected, ids, past);
};

const checkAny = (stream: StreamState, ids: string[], past: Past): Decision => {
  let last: { revision: number; position: number } | undefined;
  for (const id of ids) {
    const known = past.recent(id);
    if (!known || known.stream !== stream.id) return last ? wrong : write;
    last = known;
  }
  return last ? { kind: 'repeat', revision: last.revision, position: last.position } : write;
};

const checkBefore = (stream: StreamState, expected: number, ids: string[], past: Past): Decision => {
  let revision = expected;
  let position = -1;
  for (const id of ids) {
    revision += 1;
    const stands = revision <= stream.revision ? past.stored(stream.id, revision) : undefined;
    if (stands?.id !== id) {
      const first = revision === expected + 1;
      return first && expected === NO_STREAM && isSoftDeleted(stream) ? write : wrong;
    }
    position = stands.position;
  }
  if (ids.length > 0) return { kind: 'repeat', revision, position };
  return expected === NO_STREAM && isSoftDeleted(stream) ? write : wrong;
};
