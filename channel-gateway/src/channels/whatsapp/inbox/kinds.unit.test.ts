import { proto } from '@whiskeysockets/baileys';
import { type Content, readMessage } from './kinds.ts';

const FROM = { id: 'A1', chat: '5511987654321@s.whatsapp.net' };
const read = (message: object) =>
  readMessage(proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish()), FROM);
const kindOf = (message: object): Content['kind'] | string => {
  const { content } = read(message);
  return content.kind === 'line' ? content.line : content.kind;
};

const SOUND = { mimetype: 'audio/ogg', url: 'https://mmg.whatsapp.net/a' };
const POLL = { name: 'Qual?', options: [{ optionName: 'A' }, { optionName: 'B' }] };
const BUTTON = { selectedId: 'b', selectedDisplayText: 'Sim' };
const wrapped = { message: { conversation: 'Oi' } };
/** Messages that a customer can send, and how each is shown. */
const shown: Record<string, readonly [part: unknown, as: string]> = {
  conversation: ['Oi', 'text'],
  extendedTextMessage: [{ text: 'Oi' }, 'text'],
  imageMessage: [{ mimetype: 'image/jpeg' }, 'media'],
  stickerMessage: [{ mimetype: 'image/webp' }, 'media'],
  videoMessage: [{ mimetype: 'video/mp4', gifPlayback: true }, 'media'],
  ptvMessage: [{ mimetype: 'video/mp4' }, 'media'],
  audioMessage: [SOUND, 'media'],
  documentMessage: [{ mimetype: 'application/pdf', fileName: 'a.pdf' }, 'media'],
  locationMessage: [{ degreesLatitude: 1, degreesLongitude: 2 }, 'place'],
  liveLocationMessage: [{ degreesLatitude: 1, degreesLongitude: 2 }, 'place'],
  contactMessage: [{ displayName: 'Rui', vcard: '' }, 'contacts'],
  contactsArrayMessage: [{ contacts: [{ displayName: 'Rui', vcard: '' }] }, 'contacts'],
  listResponseMessage: [{ title: 'Sim', singleSelectReply: { selectedRowId: 's' } }, 'choice'],
  buttonsResponseMessage: [{ selectedButtonId: 'b', selectedDisplayText: 'Sim' }, 'choice'],
  templateButtonReplyMessage: [BUTTON, 'choice'],
  interactiveResponseMessage: [{ body: { text: 'Sim' } }, 'choice'],
  reactionMessage: [{ key: { id: 'B2' }, text: '👍' }, 'reaction'],
  protocolMessage: [{ type: 'REVOKE', key: { id: 'B2' } }, 'revoke'],
  pollCreationMessage: [POLL, 'text'],
  pollCreationMessageV2: [POLL, 'text'],
  pollCreationMessageV3: [POLL, 'text'],
  pollCreationMessageV4: [{ message: { pollCreationMessage: POLL } }, 'text'],
  pollCreationMessageV5: [POLL, 'text'],
  eventMessage: [{ name: 'Festa', description: 'Amanhã' }, 'text'],
  groupInviteMessage: [{ groupName: 'Entregas', caption: 'Entre' }, 'text'],
  productMessage: [{ product: { title: 'Bolo' } }, 'text'],
  orderMessage: [{ orderTitle: 'Bolo', message: 'Um' }, 'text'],
  buttonsMessage: [{ contentText: 'Qual?' }, 'text'],
  listMessage: [{ title: 'Menu', description: 'Qual?' }, 'text'],
  templateMessage: [{ hydratedTemplate: { hydratedContentText: 'Qual?' } }, 'text'],
  interactiveMessage: [{ body: { text: 'Qual?' } }, 'text'],
  viewOnceMessage: [{ message: { imageMessage: {} } }, 'view-once'],
  viewOnceMessageV2: [{ message: { imageMessage: {} } }, 'view-once'],
  viewOnceMessageV2Extension: [{ message: { audioMessage: SOUND } }, 'view-once'],
};
for (const name of [
  'ephemeralMessage',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'botForwardedMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'lottieStickerMessage',
])
  shown[name] = [wrapped, 'text'];
/** Kinds that show nothing to a person. */
const SILENT = [
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encReactionMessage',
  'albumMessage',
];
const all = Object.keys(proto.Message.prototype).filter((name) => name !== 'toJSON');

test('the table names parts of the protocol only', () => {
  expect(all).toEqual(expect.arrayContaining([...Object.keys(shown), ...SILENT]));
});

test.each(Object.entries(shown))('C13: %s is shown', (name, [part, as]) => {
  expect(kindOf({ [name]: part })).toBe(as);
});

test.each(SILENT)('C13: %s is nothing', (name) => {
  expect(kindOf({ [name]: {} })).toBe('nothing');
});

test.each(all.filter((name) => !shown[name] && !SILENT.includes(name)))(
  'C13: %s is never dropped: the phone shows it',
  (name) => {
    expect(kindOf({ [name]: {} })).toBe('phone-only');
  },
);

test('C13: what has nothing to show is a line, also where its kind is known', () => {
  expect(kindOf({ pollCreationMessage: {} })).toBe('phone-only');
  expect(kindOf({ locationMessage: {} })).toBe('phone-only');
});

test('C18: a view-once picture is one however it is wrapped, or if it says so itself', () => {
  const picture = { imageMessage: { mimetype: 'image/jpeg' } };
  expect(kindOf({ ephemeralMessage: { message: { viewOnceMessageV2: { message: picture } } } })).toBe('view-once');
  expect(kindOf({ imageMessage: { mimetype: 'image/jpeg', viewOnce: true } })).toBe('view-once');
  expect(kindOf({ ephemeralMessage: { message: picture } })).toBe('media');
});

test('C13: a part inside of a wrapper that has no name yet is a line; bookkeeping alone is nothing', () => {
  expect(kindOf({ ephemeralMessage: { message: {} } })).toBe('phone-only');
  expect(kindOf({ ephemeralMessage: { message: { messageContextInfo: {} } } })).toBe('phone-only');
  expect(kindOf({ ephemeralMessage: { message: { pollUpdateMessage: {} } } })).toBe('nothing');
});

test('a recorded voice has its shape, and what was forwarded says so', () => {
  const audioMessage = { ...SOUND, seconds: 3, waveform: Uint8Array.from([0, 40, 255]), contextInfo: { isForwarded: true } };
  const { content, isForwarded } = read({ audioMessage });
  expect(content).toMatchObject({ media: { kind: 'audio', durationMs: 3_000, waveform: [0, 40, 100] } });
  expect(isForwarded).toBe(true);
  expect(read({ extendedTextMessage: { text: 'Oi', contextInfo: {} } }).isForwarded).toBe(false);
});

test('the text of an edited caption is the caption', () => {
  const told = { type: 'MESSAGE_EDIT', key: { id: 'B2' }, editedMessage: { imageMessage: { caption: 'Novo' } } };
  expect(read({ editedMessage: { message: { protocolMessage: told } } }).content).toEqual({
    kind: 'edit',
    target: 'B2',
    text: 'Novo',
  });
});

test('an advertisement stands above the text that came by it; the preview of a link does not', () => {
  const ad = { title: 'Bolos', body: 'Sob medida', sourceUrl: 'https://fb.me/1', sourceType: 'ad' };
  const by = (externalAdReply: object) =>
    read({ extendedTextMessage: { text: 'Quero', contextInfo: { externalAdReply } } }).content;
  expect(by(ad)).toEqual({ kind: 'text', text: 'Bolos\nSob medida\nhttps://fb.me/1\nQuero' });
  expect(by({ title: 'Bolos' })).toEqual({ kind: 'text', text: 'Quero' });
});
