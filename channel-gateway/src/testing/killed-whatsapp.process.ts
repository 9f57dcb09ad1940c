import type { QueryConfig } from 'pg';
import { createChannelGateway } from '../app.ts';
import type { Held, Provider } from '../channels/provider.port.ts';
import { whatsAppProvider } from '../channels/whatsapp/whatsapp.provider.ts';
import { quickLeases, silent } from './gateway.fixture.ts';

/**
 * A gateway with WhatsApp that is killed as by kill -9, at the KILL_NTH time that it comes to a point, given by KILL_AT: `received`, when a
 * message is to be written; `written`; `reported`, which is not noted. Of a message that goes out: `handed` over, a key for it is to be written
 * (`stepping`), or `accepted` by the server. Of what a session is asked for: it is to be committed (`asked`), or is (`done`). OWNERS: options of its leases.
 */
const { KILL_AT, KILL_NTH = '1', OWNERS = '{}' } = process.env;
let times = 0;
const die = (place: string): void => {
  if (KILL_AT !== place) return;
  times += 1;
  if (times >= Number(KILL_NTH)) process.kill(process.pid, 'SIGKILL');
};

const dying = (provider: Provider): Provider => ({
  ...provider,
  start: (connection, held) => {
    let sending = 0;
    const transaction: Held['transaction'] = async (work) => {
      let writes = false;
      const result = await held.transaction((client) =>
        work(
          new Proxy(client, {
            get: (target, name) => {
              const value = Reflect.get(target, name);
              if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
              return (...asked: [string | QueryConfig]) => {
                const text = typeof asked[0] === 'string' ? asked[0] : asked[0].text;
                if (text.includes('gateway.whatsapp_journal')) {
                  writes = true;
                  die('received');
                }
                if (sending > 0 && text.includes('gateway.whatsapp_key')) die('stepping');
                return target.query(...(asked as [string]));
              };
            },
          }),
        ),
      );
      if (writes) die('written');
      return result;
    };
    const received: Held['callbacks']['received'] = async (messages) => {
      await held.callbacks.received(messages);
      die('reported');
    };
    const session = provider.start(connection, { ...held, transaction, callbacks: { ...held.callbacks, received } });
    return {
      ...session,
      asked: async (ask, once, number) => {
        const dyingOnce: typeof once = async (work) => {
          const result = await once(async (client) => {
            const done = await work(client);
            die('asked');
            return done;
          });
          die('done');
          return result;
        };
        await session.asked?.(ask, dyingOnce, number);
      },
      send: async (message, options) => {
        die('handed');
        sending += 1;
        try {
          const sent = await session.send(message, options);
          die('accepted');
          return sent;
        } finally {
          sending -= 1;
        }
      },
    };
  },
});

const gateway = createChannelGateway(
  JSON.parse(process.env.GATEWAY_CONFIG ?? '{}', (key, value) =>
    key === 'PROSA_TOKEN_SECRET' || key === 'PROSA_KEYS' ? Buffer.from(value, 'base64') : value,
  ),
  { log: silent, providers: (tools) => [dying(whatsAppProvider(tools))], owners: { ...quickLeases, ...JSON.parse(OWNERS) } },
);
await gateway.start();
process.stdout.write('ready\n');
