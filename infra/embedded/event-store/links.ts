import { streamMessages } from '../../runtime/store/protocol.ts';
import type { Store } from './store.ts';
import { firstVisible, isSoftDeleted } from './stream-states.ts';
import { encodeLink, encodeRead } from './wire.ts';

/** The type of an event that links to another one: its data is `revision@stream`. */
const LINK = '$>';
const { RecordedEvent } = streamMessages.ReadResp.ReadEvent;

/** Encodes the answer to a read for an event at its position. */
export type Encode = (record: Uint8Array, position: number) => Buffer;

/**
 * Encodes a link as the event that it points to, together with the link; only the link if that event is deleted, hidden or never existed.
 */
export const resolvingLinks =
  (store: Store): Encode =>
  (record, position) => {
    const event = RecordedEvent.deserializeBinary(record);
    if (event.getMetadataMap().get('type') !== LINK) return encodeRead(record, position);
    return encodeLink(record, targetOf(store, Buffer.from(event.getData_asU8()).toString('utf8')), position);
  };

const targetOf = ({ streams, reader }: Store, pointer: string): Uint8Array | undefined => {
  const [, revision, name] = /^(\d{1,15})@(.+)$/s.exec(pointer) ?? [];
  if (name === undefined) return undefined;
  const state = streams.of(name);
  const isGone = state.id === 0 || state.tombstoned || isSoftDeleted(state) || Number(revision) < firstVisible(state);
  return isGone ? undefined : reader.at(state, Number(revision));
};
