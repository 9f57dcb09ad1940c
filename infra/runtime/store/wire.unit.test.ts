import { convertGrpcEvent, sharedMessages as messages, streamMessages } from './protocol.ts';
import { readAnswer } from './wire.ts';

const { ReadResp } = streamMessages;
const { RecordedEvent } = ReadResp.ReadEvent;
type Recorded = InstanceType<typeof RecordedEvent>;

const id = 'f199c0de-7f00-4abc-8def-0123456789ab';
const bytesOf = (message: { serializeBinary(): Uint8Array }) => Buffer.from(message.serializeBinary());

const recorded = (change: (event: Recorded) => void = () => undefined): Recorded => {
  const event = new RecordedEvent()
    .setId(new messages.UUID().setString(id))
    .setStreamIdentifier(new messages.StreamIdentifier().setStreamName(Buffer.from('conversation-0123456789abcde')))
    .setStreamRevision('129')
    .setPreparePosition('70000')
    .setCommitPosition('70000')
    .setCustomMetadata(Buffer.from(JSON.stringify({ companyId: id, version: 1, name: 'José 🙂' })))
    .setData(Buffer.from(JSON.stringify({ ticketId: id, text: 'Olá — "você"', n: [1, 2, { a: null }] })));
  event
    .getMetadataMap()
    .set('type', 'MessageReceived')
    .set('content-type', 'application/json')
    .set('created', '17952869747351234');
  change(event);
  return event;
};
const answer = (event: Recorded, more: (read: InstanceType<typeof ReadResp.ReadEvent>) => void = () => undefined) => {
  const read = new ReadResp.ReadEvent().setEvent(event).setCommitPosition('70000');
  more(read);
  return new ReadResp().setEvent(read);
};

test.each<[string, (event: Recorded) => void]>([
  ['JSON', () => undefined],
  [
    'numbers of one byte, and none at all',
    (event) => void event.setStreamRevision('0').setCommitPosition('1').setPreparePosition('1'),
  ],
  [
    'numbers beyond 53 bits',
    (event) => void event.setCommitPosition('18446744073709551615').setStreamRevision('9007199254740993'),
  ],
  ['an id in halves', (event) => void event.setId(halves(id))],
  ['data that is no JSON', (event) => void event.setData(Buffer.from('{"a":'))],
  ['bytes', (event) => void event.getMetadataMap().set('content-type', 'application/octet-stream')],
  ['no metadata of its own', (event) => void event.setCustomMetadata('')],
  ['a long name and a large body', (event) => void event.setData(Buffer.from(JSON.stringify({ body: 'ã'.repeat(70_000) })))],
])('an event is decoded as by the client: %s', (_, change) => {
  const sent = answer(recorded(change));
  const read = readAnswer(bytesOf(sent));
  const theirs = convertGrpcEvent(ReadResp.deserializeBinary(sent.serializeBinary()).getEvent()!);
  const { data } = theirs.event!;
  expect(read).toEqual({ kind: 'event', resolved: { ...theirs, event: { ...theirs.event, data: plain(data) } } });
});

/** One decoder returns bytes as a Buffer, the other as a Uint8Array. */
const plain = (data: unknown) => (data instanceof Uint8Array ? Buffer.from(data) : data);
const halves = (uuid: string) => {
  const [most, least] = [uuid.replaceAll('-', '').slice(0, 16), uuid.replaceAll('-', '').slice(16)] as const;
  const signed = (hex: string) => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
  const halved = new messages.UUID.Structured().setMostSignificantBits(signed(most)).setLeastSignificantBits(signed(least));
  return new messages.UUID().setStructured(halved);
};

test('a link without its event, and unknown answers, are ignored', () => {
  const link = answer(recorded(), (read) => void read.setLink(recorded()));
  expect(readAnswer(bytesOf(link))).toMatchObject({ kind: 'event', resolved: { event: { id } } });
  const withUnknown = Buffer.concat([
    Buffer.from([0xfa, 0x01, 2, 7, 7, 0xf1, 0x01, 1, 2, 3, 4, 5, 6, 7, 8]),
    bytesOf(answer(recorded())),
  ]);
  expect(readAnswer(withUnknown)).toMatchObject({
    kind: 'event',
    resolved: { event: { streamId: 'conversation-0123456789abcde' } },
  });
  expect(readAnswer(bytesOf(new ReadResp().setFellBehind(new ReadResp.FellBehind())))).toEqual({ kind: 'other' });
});

test('the store’s messages between events are reported', () => {
  const checkpoint = new ReadResp.Checkpoint().setCommitPosition('4611686018427387905').setPreparePosition('7');
  expect(readAnswer(bytesOf(new ReadResp().setCheckpoint(checkpoint)))).toEqual({
    kind: 'checkpoint',
    commit: 4611686018427387905n,
  });
  expect(readAnswer(bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp())))).toEqual({ kind: 'caught up' });
  const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId('x');
  expect(readAnswer(bytesOf(new ReadResp().setConfirmation(confirmation)))).toEqual({ kind: 'confirmation' });
  expect(readAnswer(bytesOf(new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound())))).toEqual({ kind: 'not found' });
});

test('a truncated message is never accepted as complete', () => {
  const whole = bytesOf(answer(recorded()));
  for (const length of [whole.length - 1, whole.length - 40, 120, 60, 9, 2])
    expect(() => readAnswer(whole.subarray(0, length))).toThrow(/cut off/);
});
