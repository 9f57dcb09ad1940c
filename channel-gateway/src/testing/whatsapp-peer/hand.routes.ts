import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { proto } from '@whiskeysockets/baileys';
import { requestBytes } from '../request-bytes.ts';
import type { FileKind } from './files.ts';
import { page } from './hand.page.ts';
import type { Companion } from './model.ts';
import type { Phone } from './phone.ts';
import type { WhatsAppPeer } from './whatsapp-peer.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const KINDS: readonly FileKind[] = ['image', 'video', 'audio', 'document'];

/** Actions on a phone, by the last part of their path. */
const actions: Record<string, (phone: Phone, said: Record<string, string>) => Promise<unknown> | unknown> = {
  scan: (phone, { code = '' }) => phone.scan(code.trim()),
  type: (phone, { code = '' }) =>
    phone.typeCode(
      code
        .trim()
        .toUpperCase()
        .replaceAll(/[^0-9A-Z]/g, ''),
    ),
  write: (phone, { to = '', text = '' }) => phone.write(to, text),
  edit: (phone, { to = '', id = '', text = '' }) => phone.edit(to, id, text),
  call: (phone, { to = '' }) => phone.call(to),
  /** `content`: a message as the protocol has it. */
  say: (phone, { to = '', content }) => phone.write(to, proto.Message.fromObject(content as unknown as object)),
  read: (phone, { id = '' }) => phone.read(id),
  revoke: (phone, { to = '', id = '' }) => phone.revoke(to, id),
  react: (phone, { to = '', id = '', emoji = '' }) => phone.react(to, id, emoji),
  again: (phone, { id = '' }) => phone.loseAndAskAgain(id),
  /** `data`: a picture in base64; none without. */
  picture: (phone, { data = '' }) => phone.showsPicture(data === '' ? null : Buffer.from(data, 'base64')),
  habits: (phone, habits) => Object.assign(phone.habits, habits),
  unlink: (phone) => {
    for (const companion of phone.account.companions.values()) phone.unlink(companion);
  },
};
/** Actions on the sockets of a phone's linked devices. */
const evils: Record<string, (companion: Companion) => void> = {
  cut: (companion) => companion.cut(),
  nonsense: (companion) => companion.sendNonsense(),
  restart: (companion) => companion.streamError({ code: '515' }),
  replaced: (companion) => companion.streamError({}, [{ tag: 'conflict', attrs: { type: 'replaced' } }]),
  unavailable: (companion) => companion.streamError({ code: '503' }),
};

/** The page that plays the phones, and its calls. It is for this machine only, like the peer itself. `env`: settings that lead here. */
export const handRoutes = (peer: WhatsAppPeer, env: Record<string, string> = peer.env): RequestListener => {
  const phoneOf = (number: string): Phone => {
    const phone = peer.phones.find((one) => one.number === number);
    if (!phone) throw new Error(`There is no phone ${number}.`);
    return phone;
  };
  const state = () => ({
    env,
    problems: peer.problems.slice(-20),
    totals: peer.totals,
    faults: { ...peer.faults, media: peer.media.faults },
    phones: peer.phones.map((phone) => ({
      number: phone.number,
      name: phone.account.name,
      lid: phone.account.lid,
      habits: phone.habits,
      devices: [...phone.account.companions.values()].map((one) => ({
        device: one.device,
        isOnline: one.isOnline(),
        queued: one.queued(),
        held: one.held(),
        ...one.counts,
      })),
      shown: phone.shown.slice(-50).map(({ message, ...rest }) => ({ ...rest, hasFile: kindOf(message) !== undefined })),
      receipts: phone.receipts.slice(-50).map(({ id, type }) => ({ id, type })),
    })),
  });
  const kindOf = (message: Phone['shown'][number]['message']) => KINDS.find((kind) => message[`${kind}Message`]);

  /** Messages of an account that a phone shows, with the hash of each file. */
  const deliveredBy = (phone: Phone, account: string) =>
    phone.shown
      .filter(({ from, isOwn }) => from === account && !isOwn)
      .map((one) => {
        const kind = kindOf(one.message);
        return {
          type: kind ? 'file' : 'text',
          text: one.text,
          at: one.at,
          sha256: kind ? createHash('sha256').update(phone.openFile(one)).digest('hex') : null,
          filename: one.message.documentMessage?.fileName ?? null,
        };
      });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, what, number = '', action = '', id = ''] = pathname.split('/');
    if (request.method === 'GET' && what === '') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return void response.end(page);
    }
    if (request.method === 'GET' && what === 'state') return state();
    if (request.method === 'GET' && what === 'phones' && action === 'files') {
      const shown = phoneOf(number).shown.find((one) => one.id === id);
      if (!shown) throw new Error('There is no such message.');
      response.setHeader('content-type', 'application/octet-stream');
      return void response.end(phoneOf(number).openFile(shown));
    }
    if (request.method === 'GET' && what === 'phones' && action === 'delivered')
      return deliveredBy(phoneOf(number), searchParams.get('from') ?? '');
    if (request.method !== 'POST') throw new Error('There is nothing here.');
    const body = await requestBytes(request, MOST_BYTES);
    if (what === 'phones' && action === 'files') {
      const kind = KINDS.find((one) => one === searchParams.get('kind')) ?? 'document';
      const mimetype = searchParams.get('mime') ?? 'application/octet-stream';
      return phoneOf(number).sendFile(searchParams.get('to') ?? '', body, kind, {
        mimetype,
        caption: searchParams.get('text') ?? '',
        ...(kind === 'document' && { fileName: searchParams.get('name') ?? 'file' }),
      });
    }
    const said = JSON.parse(String(body) || '{}') as Record<string, string>;
    if (what === 'faults') return Object.assign(number === 'media' ? peer.media.faults : peer.faults, said);
    // One that is made again keeps its devices.
    const isThere = peer.phones.some((phone) => phone.number === said.number);
    if (what === 'phones' && number === '') return isThere ? said.number : peer.phone(said.number ?? '', said.name).number;
    const evil = evils[action];
    if (what === 'phones' && evil) {
      for (const companion of phoneOf(number).account.companions.values()) evil(companion);
      return null;
    }
    const act = what === 'phones' ? actions[action] : undefined;
    if (!act) throw new Error('There is nothing here.');
    const done = await act(phoneOf(number), said);
    // The id of what was sent.
    return typeof done === 'string' ? done : null;
  };

  return (request, response) => {
    answer(request, response)
      .then((result) => {
        if (response.writableEnded) return;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(result ?? null));
      })
      .catch((error: Error) => response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message));
  };
};
