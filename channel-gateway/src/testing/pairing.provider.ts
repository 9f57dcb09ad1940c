import type {
  Callbacks,
  Connection,
  Held,
  OutgoingMessage,
  Provider,
  ProviderMaker,
  ReceivedMessage,
} from '../channels/provider.port.ts';

/** `beginning` ends when the session has reported its first state. */
type PairingSession = {
  held: Held;
  scan: (account: string) => Promise<void>;
  begun: number;
  beginning: Promise<void>;
  /** How often the outbox has looked whether it is ready. */
  looks: () => number;
};

/**
 * A channel to which a device must be linked, implemented with the port only: the code is scanned by calling `scan` of the returned object.
 * Its encrypted credentials are in a table of its own, as is the data that it keeps for an hour.
 */
export const pairingProvider = () => {
  /** For each connection, running or ended: how it was asked, and what happened to it. */
  const sessions = new Map<string, PairingSession>();
  const asked: string[] = [];
  const sent: OutgoingMessage[] = [];
  /** Read marks that customers received, with their time in epoch milliseconds; a customer in `deaf` cannot be reached. */
  const read: { channelIds: string[]; at: number }[] = [];
  const deaf = new Set<string>();
  const lost: string[] = [];
  const changed: Connection[] = [];
  let beforeAsked: (id: string) => Promise<void> = async () => undefined;
  let begun = 0;

  const make: ProviderMaker = ({ pool }): Provider => ({
    channel: 'whatsapp',
    provider: 'pairing',
    identities: ['phone', 'lid'],
    again: 'same id',
    migrations: [
      {
        name: 'pairing-1',
        sql: `create table gateway.pairing_credential (connection_id uuid primary key, sealed bytea not null);
          create table gateway.pairing_heard (body text not null, at timestamptz not null default now())`,
      },
    ],
    sweeps: [`delete from gateway.pairing_heard where at < now() - interval '1 hour'`],

    start: (connection, held) => {
      const { id } = connection;
      let code = 0;
      let [isLinked, looks] = [false, 0];
      begun += 1;
      held.lost.addEventListener('abort', () => lost.push(id));

      const showNext = async (): Promise<void> => {
        code += 1;
        await held.show({ qrcode: `secret-code-${begun}-${code}`, retries: code - 1 });
        await held.report({ status: 'qrcode' });
      };
      const link = async (account: string): Promise<void> => {
        isLinked = true;
        held.becameReady();
        await held.report({ status: 'CONNECTED', account });
      };
      const begin = async (): Promise<void> => {
        const { rows } = await pool.query<{ sealed: Buffer }>(
          'select sealed from gateway.pairing_credential where connection_id = $1',
          [id],
        );
        if (rows[0]) await link(String(await held.vault.open(rows[0].sealed, 'credential')));
        else if (connection.asked?.ask !== 'end') await showNext();
      };
      const beginning = begin().catch(() => undefined);
      sessions.set(id, {
        held,
        begun,
        beginning,
        looks: () => looks,
        scan: async (account) => {
          await beginning;
          const sealed = await held.vault.seal(account, 'credential');
          await held.transaction((client) =>
            client.query('insert into gateway.pairing_credential (connection_id, sealed) values ($1, $2)', [id, sealed]),
          );
          await link(account);
        },
      });

      return {
        ready: () => {
          looks += 1;
          return isLinked;
        },
        send: async (message) => {
          sent.push(message);
          return { channelId: `wa-${message.messageId}` };
        },
        read: async ({ to, channelIds }) => {
          if (deaf.has(to.value)) throw new Error('The channel does not answer.');
          read.push({ channelIds, at: Date.now() });
        },
        asked: async (ask, once) => {
          await beginning;
          asked.push(`${ask} ${id}`);
          await beforeAsked(id);
          if (ask !== 'start')
            await once((client) => client.query('delete from gateway.pairing_credential where connection_id = $1', [id]));
          if (ask === 'renew') {
            isLinked = false;
            await showNext();
          }
          if (ask === 'end') {
            isLinked = false;
            await held.report({ status: 'DISCONNECTED', reason: 'logged-out' });
          }
        },
        changed: (now) => changed.push(now),
        stop: async () => {
          await beginning;
        },
      };
    },

    webhook: (app, services) => {
      // The raw bytes, as needed to check a webhook's signature.
      app.removeContentTypeParser('application/json');
      app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      app.post('/webhooks/pairing/:id', async (request, reply) => {
        const { id } = request.params as { id: string };
        const connection = await services.askConnection(id);
        if (!connection || !Buffer.isBuffer(request.body)) return reply.status(400).send();
        await pool.query('insert into gateway.pairing_heard (body) values ($1)', [String(request.body)]);
        await hear(services.callbacksOf(connection), JSON.parse(String(request.body)));
        return reply.status(200).send();
      });
    },
  });

  return {
    make,
    asked,
    sent,
    read,
    deaf,
    lost,
    changed,
    session: (id: string) => sessions.get(id),
    /** Runs before any request is carried out. */
    onAsked: (hook: typeof beforeAsked) => {
      beforeAsked = hook;
    },
  };
};

const hear = (callbacks: Callbacks, message: ReceivedMessage): Promise<void> => callbacks.received([message]);
