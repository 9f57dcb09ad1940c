import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { serve } from './connection.ts';
import type { KeyPair } from './keys.ts';
import { mediaServer } from './media.server.ts';
import type { Account } from './model.ts';
import { node, SERVER } from './nodes.ts';
import { type Phone, phoneOf } from './phone.ts';
import { newState } from './state.ts';

/** Callers in other processes reuse their connections, however slow the machine is. */
const KEEP_MS = 120_000;

/**
 * A WhatsApp on this machine: its servers for sockets and media, and the phones of any number of accounts. Clients are linked to it by
 * `env`. It checks what they send; what is wrong is in `problems`.
 */
export const startWhatsAppPeer = async ({
  port = 0,
  mediaPort = 0,
  root,
}: {
  port?: number;
  mediaPort?: number;
  root?: KeyPair;
} = {}) => {
  const media = await mediaServer(mediaPort);
  const over = new AbortController();
  const state = newState(media, root, over.signal);
  const sockets = new WebSocketServer({ noServer: true });
  let connections = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    serve(state, socket);
  });
  const server = createServer({ keepAliveTimeout: KEEP_MS });
  server.on('upgrade', (request, socket, head) => {
    const { upgrade } = state.faults;
    if (upgrade === null) return sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request));
    socket.end(`HTTP/1.1 ${upgrade} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wsUrl = `ws://${address}/ws/chat`;
  const phones: Phone[] = [];
  let lids = 100_000_000_000_000;

  return {
    wsUrl,
    mediaUrl: media.origin,
    /** The certificate of the media server, to be trusted. */
    certificate: media.certificate,
    /** The settings that a gateway needs. */
    env: {
      PROSA_WHATSAPP_WS_URL: wsUrl,
      PROSA_WHATSAPP_MEDIA_URL: media.origin,
      PROSA_WHATSAPP_ROOT_KEY: state.root.public.toString('hex'),
    },
    /** Answers what is no socket. */
    onRequest: (listener: RequestListener): void => void server.on('request', listener),
    faults: state.faults,
    media,
    problems: state.problems,
    /** Asks all devices that wait to be linked for a passkey, which they do not have, by this stanza. */
    demandPasskey: (by = 'passkey_prologue_request'): void => {
      for (const { line } of new Set(state.pairings.values()))
        line.send(node('notification', { from: SERVER, id: 'passkey', type: 'companion_reg' }, [node(by)]));
    },
    totals: state.totals,
    /** How many sockets were opened so far. */
    connections: (): number => connections,
    /** How often linked devices have sent a message. */
    sends: (id: string): number => state.sends.get(id) ?? 0,
    /** Whether a linked device has rejected a call. */
    hasRejected: (call: string): boolean => state.rejectedCalls.has(call),
    /** A new account with its phone. */
    phone: (number: string, name = `Cliente ${number.slice(-4)}`): Phone => {
      lids += 1;
      const account: Account = { number, lid: String(lids), name, phone: null as unknown as Phone, companions: new Map() };
      const phone = phoneOf(state, account);
      account.phone = phone;
      phones.push(phone);
      state.directory.add(account);
      return phone;
    },
    phones,
    /** Another spelling under which a number is found. */
    spell: state.directory.spell,
    group: (subject: string, members: Phone[]): string => {
      lids += 1;
      const jid = `${lids}@g.us`;
      state.groups.set(jid, { jid, subject, members: members.map(({ number }) => number) });
      return jid;
    },
    /** Whether a device asks to be linked to a number by a code that is typed. */
    asksForCode: (number: string): boolean => state.codes.has(number),
    close: async (): Promise<void> => {
      over.abort();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await Promise.all([once(server, 'close'), media.close()]);
    },
  };
};
export type WhatsAppPeer = Awaited<ReturnType<typeof startWhatsAppPeer>>;
