import { topics } from '@prosa/contracts';
import type { Bus, BusMessage } from '@prosa/infra/runtime';
import { createChannelGateway } from '../app.ts';
import type { Provider } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { forgetfulProvider } from './forgetful.provider.ts';
import { quickLeases, silent } from './gateway.fixture.ts';

/**
 * A gateway that is killed as by kill -9 at one place on a message's way, named by KILL_AT:
 * `inserted` in the outbox, offset not committed; `handed` over, the channel not yet called; `called`, nothing written;
 * `taken` written, nobody told; `told`, that not written. `nowhere`: it lives.
 */
const killAt = process.env.KILL_AT;
const die = (place: string): void => {
  if (killAt === place) process.kill(process.pid, 'SIGKILL');
};

const dying = (provider: Provider): Provider => ({
  ...provider,
  start: (connection, held) => {
    const session = provider.start(connection, held);
    return {
      ...session,
      // Else the sender, who hears of the insert at once, might be quicker than the kill.
      ready: () => killAt !== 'inserted',
      send: async (message, options) => {
        die('handed');
        const sent = await session.send(message, options);
        die('called');
        return sent;
      },
    };
  },
});

const dyingBus = (bus: Bus): Bus => ({
  ...bus,
  publish: async (messages: BusMessage[]) => {
    const tells = messages.some(({ value }) => (value as { kind: string }).kind === 'outcome');
    if (tells) die('taken');
    await bus.publish(messages);
    if (tells) die('told');
  },
  consume: (options) =>
    bus.consume({
      ...options,
      handle: async (message) => {
        await options.handle(message);
        if (options.topics.includes(topics.outbound)) die('inserted');
      },
    }),
});

const gateway = createChannelGateway(
  JSON.parse(process.env.GATEWAY_CONFIG ?? '{}', (key, value) =>
    key === 'PROSA_TOKEN_SECRET' || key === 'PROSA_KEYS' ? Buffer.from(value, 'base64') : value,
  ),
  {
    log: silent,
    providers: (tools) => [dying(simulatorProvider(tools)), dying(forgetfulProvider(tools))],
    wrapBus: dyingBus,
    owners: quickLeases,
  },
);
await gateway.start();
process.stdout.write('ready\n');
