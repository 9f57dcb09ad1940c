import { type handleClientStreamingCall, status } from '@grpc/grpc-js';
import { sharedMessages, streamMessages } from '../../runtime/store/protocol.ts';
import type { Outcome } from './appender.ts';
import { heardOut, isCancelled } from './cancellation.ts';
import { appendTooLarge, asFailure, eventTooLarge, failure, unwritten } from './failures.ts';
import { eventCollector, expectedOf, MAX_APPEND_SIZE, proposedEvent, requiredName } from './proposal.ts';
import type { Store } from './store.ts';
import { nameOf } from './wire.ts';

const { AppendReq, AppendResp } = streamMessages;
type Request = InstanceType<typeof AppendReq>;
type Response = InstanceType<typeof AppendResp>;
type Options = InstanceType<typeof AppendReq.Options>;

const success = (revision: number, position: number | undefined): Response => {
  const answer = new AppendResp.Success();
  if (revision < 0) answer.setNoStream(new sharedMessages.Empty());
  else answer.setCurrentRevision(String(revision));
  if (position === undefined) answer.setNoPosition(new sharedMessages.Empty());
  else answer.setPosition(new AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position)));
  return new AppendResp().setSuccess(answer);
};

const wrongVersion = (options: Options, current: number): Response => {
  const answer = new AppendResp.WrongExpectedVersion();
  if (current < 0) answer.setCurrentNoStream(new sharedMessages.Empty());
  else answer.setCurrentRevision(String(current));
  if (options.hasRevision()) answer.setExpectedRevision(options.getRevision());
  else if (options.hasNoStream()) answer.setExpectedNoStream(new sharedMessages.Empty());
  else if (options.hasStreamExists()) answer.setExpectedStreamExists(new sharedMessages.Empty());
  else answer.setExpectedAny(new sharedMessages.Empty());
  return new AppendResp().setWrongExpectedVersion(answer);
};

const answerOf = (options: Options, stream: string, outcome: Outcome): Response => {
  switch (outcome.kind) {
    case 'done':
      return success(outcome.revision, outcome.position);
    case 'wrong':
      return wrongVersion(options, outcome.current);
    default:
      throw unwritten(stream, outcome.kind);
  }
};

/**
 * Streams/Append: options first, then one message per event, one answer. The number of events is not announced: whether only a part arrived
 * can be seen only from a cancellation, so the handler waits for one and checks again at the commit.
 */
export const appendHandler =
  (store: Store): handleClientStreamingCall<Request, Response> =>
  (call, callback) => {
    const collector = eventCollector();
    let options: Options | undefined;
    let refused: unknown;

    const finish = async (): Promise<Response> => {
      if (refused) throw refused;
      if (!options) throw failure(status.INVALID_ARGUMENT, 'the append has no options');
      const excess = collector.tooLarge();
      if (excess) throw excess === 'append' ? appendTooLarge(MAX_APPEND_SIZE) : eventTooLarge(excess, MAX_APPEND_SIZE);
      const stream = requiredName(nameOf(options.getStreamIdentifier()));
      const expected = expectedOf(options, options.hasRevision() ? options.getRevision() : undefined);
      await heardOut(call);
      const isDropped = () => isCancelled(call);
      const outcome = await store.appender.submit({ kind: 'append', stream, expected, events: collector.events(), isDropped });
      return answerOf(options, stream, outcome);
    };

    call.on('data', (request: Request) => {
      try {
        options ??= request.getOptions();
        const message = request.getProposedMessage();
        if (message) collector.add(proposedEvent(message));
      } catch (error) {
        refused ??= error;
      }
    });
    call.on('end', () => {
      finish().then(
        (answer) => callback(null, answer),
        (error) => callback(asFailure(error)),
      );
    });
  };
