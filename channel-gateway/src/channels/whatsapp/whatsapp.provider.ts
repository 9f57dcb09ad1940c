import type { ProviderMaker, Session } from '../provider.port.ts';
import type { FullSession } from './session/session.ts';
import { askNumbers } from './socket/numbers.ts';
import { openingsOf } from './socket/openings.ts';
import { type AskVersion, latestVersion, versionGuard } from './socket/version.ts';
import { askPicture } from './whatsapp.pictures.ts';
import { whatsAppForgets, whatsAppMigrations, whatsAppSweeps } from './whatsapp.tables.ts';
import { posterOf } from './wire/files.ts';
import { isReal, whatsAppServers } from './wire/servers.ts';
import { TIMINGS, type Timings } from './wire/timings.ts';

/**
 * WhatsApp by QR code: a linked device of the company's own number, by Baileys. Its ids of messages are derived from ours, and a phone drops
 * a message whose id it already has, so a send is repeated with the same id. `askVersion`: who tells the current version of WhatsApp Web; of
 * another WhatsApp than the real one nobody does.
 */
export const whatsAppProviderWith =
  (timings: Timings, askVersion?: AskVersion): ProviderMaker =>
  ({ pool, log, env }) => {
    const servers = whatsAppServers(env);
    const version = versionGuard({
      version: servers.version,
      ask: askVersion ?? (isReal(servers) ? latestVersion : async () => null),
      backOffMs: timings.versionMs,
      log,
    });
    const openings = openingsOf();
    return {
      channel: 'whatsapp',
      provider: 'beta',
      identities: ['phone', 'lid', 'group'],
      again: 'same id',
      migrations: whatsAppMigrations,
      forgets: whatsAppForgets,
      sweeps: whatsAppSweeps,
      answers: async (question, services, signal) => {
        if (question.kind === 'numbers') return askNumbers(pool, services, question, signal);
        return question.kind === 'picture' ? askPicture(pool, services, servers.mediaUrl, question, signal) : null;
      },
      // Baileys takes 60 MB: a gateway without such a connection does not load it.
      start: (connection, held) =>
        loadedSession(async () => {
          const [{ whatsAppSession }, { trustRoot }] = await Promise.all([
            import('./session/session.ts'),
            import('./signal/trust.ts'),
          ]);
          if (servers.rootKey) trustRoot(servers.rootKey);
          return whatsAppSession({ connection, held, pool, servers, version, openings, timings, log });
        }),
    };
  };
export const whatsAppProvider = whatsAppProviderWith(TIMINGS);

/** A session that is being loaded: not ready until then. */
const loadedSession = (load: () => Promise<FullSession>): Session => {
  let isReady = (): boolean => false;
  const loading = load().then((session) => {
    isReady = session.ready;
    return session;
  });
  loading.catch(() => undefined);
  return {
    ready: () => isReady(),
    send: async (...message) => (await loading).send(...message),
    delete: async (...message) => (await loading).delete(...message),
    read: async (read) => (await loading).read(read),
    fetchMedia: async (...file) => (await loading).fetchMedia(...file),
    posterOf,
    asked: async (...asked) => (await loading).asked(...asked),
    changed: (connection) =>
      void loading.then(
        (session) => session.changed(connection),
        () => undefined,
      ),
    nudged: () =>
      void loading.then(
        (session) => session.nudged(),
        () => undefined,
      ),
    stop: async () => (await loading).stop(),
  };
};
