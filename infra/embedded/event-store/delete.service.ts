import type { handleUnaryCall } from '@grpc/grpc-js';
import { sharedMessages, streamMessages } from '../../runtime/store/protocol.ts';
import type { Outcome } from './appender.ts';
import { asFailure, unwritten, wrongExpectedVersion } from './failures.ts';
import { expectedOf, requiredName } from './proposal.ts';
import type { Store } from './store.ts';
import { nameOf } from './wire.ts';

const { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } = streamMessages;
type Options = InstanceType<typeof DeleteReq.Options> | InstanceType<typeof TombstoneReq.Options>;

const remove = async (store: Store, kind: 'delete' | 'tombstone', options: Options | undefined): Promise<number | undefined> => {
  const stream = requiredName(nameOf(options?.getStreamIdentifier()));
  const revision = options?.hasRevision() ? options.getRevision() : undefined;
  const expected = options ? expectedOf(options, revision) : 0;
  const outcome: Outcome = await store.appender.submit({ kind, stream, expected });
  switch (outcome.kind) {
    case 'done':
      return outcome.position;
    case 'wrong':
      throw wrongExpectedVersion(stream, revision ?? String(expected), outcome.current);
    default:
      throw unwritten(stream, outcome.kind);
  }
};

/** Streams/Delete: the stream then reads as not found, and continues from its next revision if it is written to again. */
export const deleteHandler =
  (store: Store): handleUnaryCall<InstanceType<typeof DeleteReq>, InstanceType<typeof DeleteResp>> =>
  (call, callback) => {
    remove(store, 'delete', call.request.getOptions()).then(
      (at) => {
        const text = String(at);
        const position = new DeleteResp.Position().setCommitPosition(text).setPreparePosition(text);
        callback(
          null,
          at === undefined ? new DeleteResp().setNoPosition(new sharedMessages.Empty()) : new DeleteResp().setPosition(position),
        );
      },
      (error) => callback(asFailure(error)),
    );
  };

/** Streams/Tombstone: the stream and its name are deleted permanently. */
export const tombstoneHandler =
  (store: Store): handleUnaryCall<InstanceType<typeof TombstoneReq>, InstanceType<typeof TombstoneResp>> =>
  (call, callback) => {
    remove(store, 'tombstone', call.request.getOptions()).then(
      (at) => {
        const text = String(at);
        const position = new TombstoneResp.Position().setCommitPosition(text).setPreparePosition(text);
        callback(null, new TombstoneResp().setPosition(position));
      },
      (error) => callback(asFailure(error)),
    );
  };
