import type { ProviderMaker } from '../provider.port.ts';
import { whatsAppServers } from './whatsapp.servers.ts';
import { whatsAppSession } from './whatsapp.session.ts';
import { TIMINGS, type Timings } from './whatsapp.socket.ts';
import { whatsAppMigrations, whatsAppSweeps } from './whatsapp.tables.ts';

/**
 * WhatsApp by QR code: a linked device of the company's own number, by Baileys. Its ids of messages are derived from ours, and a phone drops
 * a message whose id it already has, so a send is repeated with the same id.
 */
export const whatsAppProviderWith =
  (timings: Timings): ProviderMaker =>
  ({ pool, log, env }) => {
    const servers = whatsAppServers(env);
    return {
      channel: 'whatsapp',
      provider: 'beta',
      identities: ['phone', 'lid'],
      again: 'same id',
      migrations: whatsAppMigrations,
      sweeps: whatsAppSweeps,
      start: (connection, held) => whatsAppSession({ connection, held, pool, servers, timings, log }),
    };
  };
export const whatsAppProvider = whatsAppProviderWith(TIMINGS);
