import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import { connect, type Place, paced, type Running, write } from './players.ts';

/** One conversation of the noisy company: messages per second, half of them from the customer, and for how many seconds. */
export const FLOOD = { perSecond: 100, seconds: 60 };
export const JOINS_SECONDS = 15;
export const DELETES = 300;

const flood = (product: Running, { attendant: { session }, ticket }: Place): Promise<unknown> =>
  paced(FLOOD.perSecond, FLOOD.seconds, async (n) => {
    if (n % 2 === 0) await write(product, product.demo.connection, 900, newId());
    else await session.command('POST', `/messages/${ticket.id}`, { body: newId() });
  });

/** Joins endlessly; a socket that is closed because of it reconnects at once, as an attacker would. */
const joinWithoutEnd = async (product: Running, { attendant: { session }, ticket }: Place): Promise<void> => {
  const end = performance.now() + JOINS_SECONDS * 1_000;
  const join = JSON.stringify({ type: 'joinChatBox', ticketId: ticket.id });
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (performance.now() < end) {
        const socket = await connect(product, session, () => undefined).catch(() => null);
        while (socket?.readyState === socket?.OPEN && socket && performance.now() < end) {
          for (let n = 0; n < 50 && socket.bufferedAmount < 65_536; n++) socket.send(join);
          await wait(1);
        }
        socket?.terminate();
        await wait(20);
      }
    }),
  );
};

/** Deletes the newest messages of a conversation of thousands. */
const deleteMany = async ({ attendant: { session }, ticket }: Place): Promise<void> => {
  const ids: string[] = [];
  for (let n = 0; n < DELETES; n++)
    ids.push((await session.command<{ id: string }>('POST', `/messages/${ticket.id}`, { body: newId() })).record.id);
  await Promise.all(ids.map((id) => session.command('DELETE', `/messages/${id}`, undefined)));
};

/** The kinds of load by which one company could disturb all others. */
export const noises = { flood, joins: joinWithoutEnd, deletes: (_: Running, place: Place) => deleteMany(place) };
export type Noise = keyof typeof noises;
