import { type handleBidiStreamingCall, status } from '@grpc/grpc-js';
import type { Message } from 'google-protobuf';
import { numberField, textField } from '../../runtime/store/protobuf.ts';
import { Any, Empty, sharedMessages, statusMessages, streamMessages } from '../../runtime/store/protocol.ts';
import type { Outcome } from './appender.ts';
import { asFailure, cancelled, failure, stopping } from './failures.ts';
import { eventCollector, expectedOf, MAX_APPEND_SIZE, proposedEvent, requiredName } from './proposal.ts';
import type { Store } from './store.ts';
import { nameOf, uuidOf } from './wire.ts';

const { BatchAppendReq, BatchAppendResp } = streamMessages;
type Request = InstanceType<typeof BatchAppendReq>;
type Response = InstanceType<typeof BatchAppendResp>;
type Options = InstanceType<typeof BatchAppendReq.Options>;
type Pending = {
  options: Options | undefined;
  collector: ReturnType<typeof eventCollector>;
  refused?: unknown;
  /** Answers the append at its deadline if its final chunk has not arrived. */
  timer?: NodeJS.Timeout;
  /** The append was answered: its later chunks are ignored. */
  isOver?: boolean;
};

const LONGEST_TIMER = 2 ** 31 - 1;

const deadlineOf = (options: Options): number | undefined => {
  const deadline = options.getDeadline();
  return deadline && deadline.getSeconds() * 1000 + deadline.getNanos() / 1e6;
};

const success = (revision: number, position: number | undefined) => {
  const answer = new BatchAppendResp.Success();
  if (revision < 0) answer.setNoStream(new Empty());
  else answer.setCurrentRevision(String(revision));
  if (position === undefined) return answer.setNoPosition(new Empty());
  const text = String(position);
  return answer.setPosition(new sharedMessages.AllStreamPosition().setCommitPosition(text).setPreparePosition(text));
};

const wrongVersion = (options: Options, current: number) => {
  const answer = new sharedMessages.WrongExpectedVersion();
  if (current < 0) answer.setCurrentNoStream(new Empty());
  else answer.setCurrentStreamRevision(String(current));
  if (options.hasStreamPosition()) return answer.setExpectedStreamPosition(options.getStreamPosition());
  if (options.hasNoStream()) return answer.setExpectedNoStream(new Empty());
  return options.hasStreamExists() ? answer.setExpectedStreamExists(new Empty()) : answer.setExpectedAny(new Empty());
};

const errorStatus = (code: status, message: string, type: string, details: Message | Uint8Array) => {
  const any = new Any();
  any.pack(details instanceof Uint8Array ? details : details.serializeBinary(), `event_store.client.${type}`);
  return new statusMessages.Status().setCode(Number(code)).setMessage(message).setDetails(any);
};

const tooLarge = () =>
  errorStatus(
    status.INVALID_ARGUMENT,
    'the append is too large',
    'MaximumAppendSizeExceeded',
    new sharedMessages.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE),
  );

/** The client has no class for this message, which newer servers send. */
const eventTooLarge = ({ eventId, size }: { eventId: string; size: number }) =>
  errorStatus(
    status.INVALID_ARGUMENT,
    'an event is too large',
    'MaximumAppendEventSizeExceeded',
    Buffer.concat([textField(1, eventId), numberField(2, size), numberField(3, MAX_APPEND_SIZE)]),
  );

const timeout = () => errorStatus(status.DEADLINE_EXCEEDED, 'the deadline has passed', 'Timeout', new sharedMessages.Timeout());
const isPast = (deadline: number | undefined): boolean => deadline !== undefined && deadline <= Date.now();

const refusal = (error: unknown) => {
  const { code, details } = asFailure(error);
  return errorStatus(code, details, 'BadRequest', new sharedMessages.BadRequest().setMessage(details));
};

const answerOf = (pending: { options: Options }, outcome: Outcome): Response => {
  const answer = new BatchAppendResp();
  switch (outcome.kind) {
    case 'done':
      return answer.setSuccess(success(outcome.revision, outcome.position));
    case 'wrong': {
      const details = wrongVersion(pending.options, outcome.current);
      return answer.setError(errorStatus(status.FAILED_PRECONDITION, 'wrong expected version', 'WrongExpectedVersion', details));
    }
    case 'deleted': {
      const details = new sharedMessages.StreamDeleted().setStreamIdentifier(pending.options.getStreamIdentifier());
      return answer.setError(errorStatus(status.FAILED_PRECONDITION, 'the stream is deleted', 'StreamDeleted', details));
    }
    case 'dropped':
      throw cancelled();
    case 'late':
      return answer.setError(timeout());
  }
};

const carryOut = async (store: Store, { options, collector, refused }: Pending): Promise<Response> => {
  const deadline = options && deadlineOf(options);
  if (isPast(deadline)) return new BatchAppendResp().setError(timeout());
  const excess = collector.tooLarge();
  if (excess) return new BatchAppendResp().setError(excess === 'append' ? tooLarge() : eventTooLarge(excess));
  try {
    if (refused || !options) throw refused ?? failure(status.INVALID_ARGUMENT, 'the first chunk had no options');
    const stream = requiredName(nameOf(options.getStreamIdentifier()));
    const expected = expectedOf(options, options.hasStreamPosition() ? options.getStreamPosition() : undefined);
    const events = collector.events();
    return answerOf({ options }, await store.appender.submit({ kind: 'append', stream, expected, events, deadline }));
  } catch (error) {
    return new BatchAppendResp().setError(refusal(error));
  }
};

/**
 * Streams/BatchAppend: one call for all appends of a client. The chunks of an append share a correlation id; each append is answered
 * exactly once, after its final chunk or at its deadline, and a failed append does not affect the others.
 */
export const batchAppendHandler =
  (store: Store): handleBidiStreamingCall<Request, Response> =>
  (call) => {
    const pending = new Map<string, Pending>();
    let running = 0;
    let ended = false;
    const leave = () => {
      store.openCalls.delete(stop);
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    };
    const stop = () => {
      leave();
      call.emit('error', stopping());
    };
    store.openCalls.add(stop);
    call.on('cancelled', leave);
    call.on('close', leave);

    const answer = (request: Request, { options }: Pending, response: Response) => {
      if (call.cancelled || call.writableEnded) return;
      const identifier = options?.getStreamIdentifier() ?? new sharedMessages.StreamIdentifier();
      call.write(response.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(identifier));
    };
    const finish = (request: Request, append: Pending) => {
      running += 1;
      void carryOut(store, append).then((response) => {
        running -= 1;
        answer(request, append, response);
        if (ended && running === 0) call.end();
      });
    };
    /**
     * Answers an incomplete append at its deadline. Deadlines are wall-clock times: a timer that fires too early, or cannot be long enough,
     * is set again.
     */
    const watch = (request: Request, append: Pending) => {
      const deadline = append.options && deadlineOf(append.options);
      if (deadline === undefined) return;
      const look = () => {
        if (!isPast(deadline)) return watch(request, append);
        Object.assign(append, { isOver: true, collector: eventCollector() });
        answer(request, append, new BatchAppendResp().setError(timeout()));
      };
      append.timer = setTimeout(look, Math.min(Math.max(deadline - Date.now(), 1), LONGEST_TIMER));
    };

    call.on('data', (request: Request) => {
      const id = uuidOf(request.getCorrelationId());
      if (id === undefined) return void call.emit('error', failure(status.INVALID_ARGUMENT, 'no correlation id'));
      const isLast = request.getIsFinal();
      const known = pending.get(id);
      const append: Pending = known ?? { options: request.getOptions(), collector: eventCollector() };
      if (isLast) {
        clearTimeout(append.timer);
        pending.delete(id);
      } else if (!known) {
        pending.set(id, append);
        watch(request, append);
      }
      if (append.isOver) return;
      append.options ??= request.getOptions();
      try {
        for (const message of request.getProposedMessagesList()) append.collector.add(proposedEvent(message));
      } catch (error) {
        append.refused ??= error;
      }
      if (isLast) finish(request, append);
    });
    call.on('end', () => {
      ended = true;
      leave();
      if (running === 0) call.end();
    });
  };
