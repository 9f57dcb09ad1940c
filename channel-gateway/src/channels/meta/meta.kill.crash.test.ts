import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import { drawn } from '../../../../infra/testing/volume.ts';
import { until, writer } from '../../testing/gateway.fixture.ts';
import { gatewayProcesses } from '../../testing/gateway-processes.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { messagingBody, pageOf, whatsAppMessage } from '../../testing/graph-stand-in/bodies.ts';

const KILLS = 2;
const CHATS = 6;
const EACH = 15;

const gateways = gatewayProcesses('./killed-graph.process.ts');
let world: GraphWorld;
beforeEach(async () => {
  world = await openGraphWorld();
});
afterEach(async () => {
  gateways.killAll();
  await world.close();
});

const gatewayProcess = () =>
  gateways.start(
    world,
    { ...world.graph.env, PROSA_PUBLIC_URL: 'http://127.0.0.1:1' },
    // It prints its address.
    world.graph.webhooks.to,
  );

test.each(drawn('C22, C30: a gateway that sends by Graph is killed', ['whatsapp', 'facebook'] as const))(
  'C22, C30: %s: killed again and again, with webhooks doubled, shuffled and late: nothing is sent twice, nothing is lost',
  async (channel) => {
    const first = await world.gateway();
    const number = world.graph.number();
    const page = world.graph.page();
    const account = channel === 'whatsapp' ? number.id : page.id;
    const secrets = { accessToken: channel === 'whatsapp' ? number.token : page.token };
    const id = await world.connect({ channel, externalId: account, secrets });
    await first.close();
    Object.assign(world.graph.habits, { double: 1, shuffleMs: 200, lateMs: 50, receipts: 'read', echoes: true });

    const people = Array.from({ length: CHATS }, (_, nth) =>
      channel === 'whatsapp' ? `551198700000${nth}` : `90000000000${nth}`,
    );
    const messages = people.flatMap((person) => {
      const ana = writer(world.companyId, id, person);
      const to =
        channel === 'whatsapp'
          ? { kind: 'phone' as const, value: person }
          : { kind: 'psid' as const, value: `${account}/${person}` };
      return Array.from({ length: EACH }, (_, nth) => ana.message(`${nth}`, { to }));
    });
    await world.send(messages);
    const said: string[] = [];
    const speak = (nth: number): void => {
      for (const person of people) {
        const mid = `${channel === 'whatsapp' ? 'wamid.' : 'm_'}${newId()}`;
        said.push(mid);
        world.graph.webhooks.send(
          channel === 'whatsapp'
            ? whatsAppMessage(number, { number: person }, mid, { type: 'text', text: { body: `Oi ${nth}` } })
            : messagingBody(pageOf(page), { from: person, to: account, message: { mid, text: `Oi ${nth}` } }),
        );
      }
    };
    const accepted = () => world.acceptedOf(account);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = await gatewayProcess();
      speak(kill);
      const before = accepted().length;
      await until('it sends', () => accepted().length > before + 5 + kill, 30_000);
      await sleep(Math.random() * 20);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await gatewayProcess();
    speak(KILLS);
    await until('all have ended', () => messages.every(({ messageId }) => world.outcomesOf(messageId).length > 0), 40_000);
    await world.graph.webhooks.idle();

    // Each at most once, those of a chat in order.
    const ours = accepted().map(({ ours: messageId }) => messageId);
    expect(new Set(ours).size).toBe(ours.length);
    for (const person of people) {
      const texts = accepted()
        .filter(({ customer }) => customer === person)
        .map(({ body }) =>
          Number(
            ((body.text ?? body.message) as { body?: string; text?: string }).body ?? (body.message as { text: string }).text,
          ),
        );
      expect(texts).toEqual(texts.toSorted((a, b) => a - b));
    }
    // A message that Graph has is known as sent; any other is shown as unsure.
    for (const { messageId } of messages) {
      const last = () => world.outcomesOf(messageId).at(-1);
      if (ours.includes(messageId)) await until('it is settled', () => world.outcomesOf(messageId).includes('taken'));
      else expect(last()).toBe('unsure');
    }
    expect(messages.length - ours.length).toBeLessThanOrEqual(KILLS * CHATS);
    expect(new Set(world.received(id).map(({ channelId }) => channelId))).toEqual(new Set(said));
    expect(world.graph.problems).toEqual([]);
  },
  120_000,
);
