import { WrongExpectedVersionError } from '@eventstore/db-client';
import { readAppended, sizeOfEvents, writeAppend } from './appends.wire.ts';
import { AppendRefused } from './errors.ts';
import { Any, sharedMessages, statusMessages, streamMessages } from './protocol.ts';

const { BatchAppendReq, BatchAppendResp } = streamMessages;
const { UUID, AllStreamPosition, WrongExpectedVersion, StreamIdentifier } = sharedMessages;
const { Status } = statusMessages;

const id = 'f199c0de-7f00-4abc-8def-0123456789ab';
const event = (n: number, data: object | Uint8Array = { n, body: 'São João 👍' }) =>
  ({
    id: id.replace('f1', `0${n}`),
    type: 'MessageSent',
    contentType: data instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
    data,
    metadata: { companyId: id, version: 1 },
  }) as never;
const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test.each([
  [0n, '0'],
  [300n, '300'],
  [9_007_199_254_740_993n, '9007199254740993'],
  ['no_stream', ''],
] as const)('the client decodes an append at %s as it was encoded here', (expected, position) => {
  const events = [event(1), event(2, Uint8Array.of(0, 255, 7))];
  const written = writeAppend({ id, stream: 'conversation-ação', events, expected, deadline: 1_790_000_000_123 });
  const read = BatchAppendReq.deserializeBinary(written);
  const options = read.getOptions()!;
  expect([read.getCorrelationId()?.getString(), read.getIsFinal()]).toEqual([id, true]);
  expect(asText(options.getStreamIdentifier()!.getStreamName_asU8())).toBe('conversation-ação');
  expect([options.hasNoStream(), options.hasStreamPosition()]).toEqual([expected === 'no_stream', expected !== 'no_stream']);
  if (position !== '') expect(options.getStreamPosition()).toBe(position);
  expect(options.getDeadline()?.toDate().getTime()).toBe(1_790_000_000_123);
  const [first, second] = read.getProposedMessagesList();
  expect(first!.getMetadataMap().toArray()).toEqual([
    ['content-type', 'application/json'],
    ['type', 'MessageSent'],
  ]);
  expect(JSON.parse(asText(first!.getData_asU8()))).toEqual({ n: 1, body: 'São João 👍' });
  expect(JSON.parse(asText(first!.getCustomMetadata_asU8()))).toEqual({ companyId: id, version: 1 });
  expect([second!.getId()?.getString(), [...second!.getData_asU8()]]).toEqual([id.replace('f1', '02'), [0, 255, 7]]);
});

const answered = () => new BatchAppendResp().setCorrelationId(new UUID().setString(id));

test('what was written is told with its revision and position, whatever else the store says', () => {
  const success = new BatchAppendResp.Success().setCurrentRevision('4294967299');
  success.setPosition(new AllStreamPosition().setCommitPosition('18446744073709551614').setPreparePosition('1'));
  const answer = answered()
    .setSuccess(success)
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from('a')));
  expect(readAppended(Buffer.from(answer.serializeBinary()))).toEqual({
    id,
    revision: 4_294_967_299n,
    position: 18_446_744_073_709_551_614n,
  });
  const halves = new UUID().setStructured(
    new UUID.Structured().setMostSignificantBits(`${0xf199c0de7f004abcn}`).setLeastSignificantBits(`${0x8def0123456789abn}`),
  );
  const silent = answered().setCorrelationId(halves).setSuccess(new BatchAppendResp.Success().setCurrentRevision('0'));
  expect(readAppended(Buffer.from(silent.serializeBinary()))).toEqual({ id, revision: 0n, position: null });
});

test("a refusal is the client's own error", () => {
  const details = new Any();
  details.pack(
    new WrongExpectedVersion().setCurrentStreamRevision('7').serializeBinary(),
    'event_store.client.WrongExpectedVersion',
  );
  const answer = answered().setError(new Status().setCode(9).setMessage('no').setDetails(details));
  const read = readAppended(Buffer.from(answer.serializeBinary()));
  const refusal = 'refusal' in read ? read.refusal('conversation-1') : null;
  expect(refusal).toBeInstanceOf(WrongExpectedVersionError);
  expect(refusal).toMatchObject({ streamName: 'conversation-1', actualVersion: 7n });
});

test('a refusal that does not say of what kind it is says what it can', () => {
  const read = readAppended(
    Buffer.from(answered().setError(new Status().setCode(13).setMessage('out of order')).serializeBinary()),
  );
  expect('refusal' in read && read.refusal('conversation-1')).toEqual(new Error('out of order'));
});

test.each([
  ['MaximumAppendEventSizeExceeded', 3],
  ['BadRequest', 3],
  [undefined, 7],
])('what is refused for good is a refusal, whatever it is called: %s', (type, code) => {
  const error = new Status().setCode(code).setMessage('too large');
  const details = new Any();
  details.pack(new Uint8Array(), `event_store.client.${type}`);
  if (type) error.setDetails(details);
  const read = readAppended(Buffer.from(answered().setError(error).serializeBinary()));
  expect('refusal' in read && read.refusal('conversation-1')).toEqual(new AppendRefused('conversation-1', 'too large'));
});

test('the size of an append counts data, metadata and two bytes for each letter of the types', () => {
  const one = { type: 'Said', data: Uint8Array.of(1, 2, 3), metadata: { a: 'é' } } as never;
  expect(sizeOfEvents([one, one])).toBe(2 * (3 + '{"a":"é"}'.length + 1 + 8));
});

test('an answer of neither kind is an error', () => {
  expect(() => readAppended(Buffer.from(answered().serializeBinary()))).toThrow('neither');
});
