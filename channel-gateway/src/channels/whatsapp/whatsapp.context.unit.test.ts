import { proto } from '@whiskeysockets/baileys';
import { readMessage } from './inbox/kinds.ts';

const read = (message: object) =>
  readMessage(proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish()), {
    id: 'A1',
    chat: '5511987654321@s.whatsapp.net',
  });
const answering = (quotedMessage: object, more: object = {}) =>
  read({ extendedTextMessage: { text: 'Quero', contextInfo: { stanzaId: 'B2', quotedMessage, ...more } } });

test('an answer comes with the words of what it answers', () => {
  const { quoted, about } = answering({ conversation: 'Temos bolo de cenoura' });
  expect(quoted).toMatchObject({ id: 'B2' });
  expect(about).toEqual({ kind: 'message', words: 'Temos bolo de cenoura', gist: null });
  expect(answering({ imageMessage: { mimetype: 'image/jpeg', caption: 'Bolo' } }).about).toEqual({
    kind: 'message',
    words: 'Bolo',
    gist: 'image',
  });
  expect(answering({ locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja' } }).about).toMatchObject({
    words: 'Loja',
    gist: 'place',
  });
  // A quoted message without content is left out, as is a quote without its message.
  expect(answering({ messageContextInfo: {} }).about).toBeNull();
  expect(read({ extendedTextMessage: { text: 'Oi', contextInfo: { stanzaId: 'B2' } } }).about).toBeNull();
});

test('an answer to a status says so, whatever the status is', () => {
  const status = { remoteJid: 'status@broadcast' };
  expect(answering({ extendedTextMessage: { text: 'Só hoje' } }, status).about).toEqual({
    kind: 'status',
    words: 'Só hoje',
    gist: null,
  });
  expect(answering({ videoMessage: { mimetype: 'video/mp4' } }, status).about).toEqual({
    kind: 'status',
    words: '',
    gist: 'video',
  });
  expect(answering({ viewOnceMessageV2: { message: { imageMessage: {} } } }, status).about).toMatchObject({ kind: 'status' });
});

test('a question about a product names it', () => {
  expect(answering({ productMessage: { product: { title: 'Bolo', description: 'De cenoura' } } }).about).toEqual({
    kind: 'product',
    words: 'Bolo\nDe cenoura',
    gist: null,
  });
});

test('the answers of a Flow are shown by their fields, and a pressed button keeps its id', () => {
  const answered = (text: string, params: unknown) =>
    read({
      interactiveResponseMessage: {
        body: { text },
        nativeFlowResponseMessage: { name: 'x', paramsJson: JSON.stringify(params) },
      },
    }).content;
  expect(answered('Sent', { flow_token: 't', nome: 'Carla' })).toEqual({ kind: 'text', text: 'nome: Carla' });
  expect(answered('Sim', { id: 'sim' })).toEqual({ kind: 'choice', choice: { id: 'sim', title: 'Sim' } });
  expect(answered('Sent', {})).toEqual({ kind: 'choice', choice: { id: 'Sent', title: 'Sent' } });
});

test('an order tells its total', () => {
  const order = { orderTitle: 'Bolo', message: 'Um', totalAmount1000: 12_500, totalCurrencyCode: 'BRL' };
  expect(read({ orderMessage: order }).content).toEqual({ kind: 'text', text: 'Bolo\nUm\nTotal: 12.50 BRL' });
});

test('an advertisement stays with what has no text', () => {
  const contextInfo = { externalAdReply: { title: 'Bolos', sourceType: 'ad' } };
  const { content, about } = read({ locationMessage: { degreesLatitude: 1, degreesLongitude: 2, contextInfo } });
  expect(content.kind).toBe('place');
  expect(about).toEqual({ kind: 'referral', words: 'Bolos', gist: null });
});

test('an advertisement is named by its ref and its id, a shared link by nothing', () => {
  const text = (externalAdReply: object) => read({ extendedTextMessage: { text: 'Oi', contextInfo: { externalAdReply } } }).refs;
  expect(text({ title: 'Bolos', sourceType: 'ad', sourceId: '120', ref: 'verao' })).toEqual(['verao', '120']);
  expect(text({ title: 'Bolos', sourceId: '120', sourceUrl: 'https://bolos.test' })).toEqual([]);
});
