import { newId, PushMessage, roomsOfTicket } from '@prosa/contracts';
import { entryMaker } from '../push/entry.ts';
import { pushRing } from '../push/ring.ts';

/** Fills a ring beyond its limit with pushes of a given size, in a process of its own; prints the counted and the actual memory. */
const bodyBytes = Number(process.argv[2]);
const companyId = newId();
const queues = Array.from({ length: 8 }, newId);
const users = Array.from({ length: 20 }, newId);
const tickets = Array.from({ length: 400 }, (_, n) => ({ id: newId(), queueId: queues[n % 8]!, userId: users[n % 20]! }));

/** As it arrives over the bus: parsed from text, nothing shared. */
const pushOf = (n: number): PushMessage => {
  const { id, queueId, userId } = tickets[n % tickets.length]!;
  const rooms = roomsOfTicket(companyId, { queueId, userId, status: 'open' });
  const messageId = newId();
  const ticket = { id, queueId, userId, status: 'open', contact: { name: 'Conceição Figueiredo', number: '5511987654321' }, n };
  const changes = [
    { channel: 'ticket', id, record: ticket, before: rooms, after: rooms, narrow: { statuses: ['open', 'open'] } },
    {
      channel: 'appMessage',
      id: messageId,
      record: { id: messageId, ticketId: id, body: 'a'.repeat(bodyBytes), contact: ticket.contact },
      before: [],
      after: rooms,
      narrow: { ticketId: id, fromCustomer: true },
    },
  ];
  return PushMessage.parse(JSON.parse(JSON.stringify({ kind: 'changes', companyId, position: String(n + 2), changes })));
};

const held = async (): Promise<number> => {
  // The memory of Buffers is released a moment after the collection.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc!();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Compiles the code and creates everything that is created once. */
const warmUp = () => {
  const ring = pushRing({ maxBytes: 100_000 });
  const entryOf = entryMaker();
  ring.tick(1n, 0);
  for (let n = 0; n < 5_000; n += 1) ring.add(entryOf(pushOf(n))!, n);
};
warmUp();
const before = await held();
const ring = pushRing();
const entryOf = entryMaker();
ring.tick(1n, 0);
let pushed = 0;
for (; (ring.floor() ?? 0n) < 2n; pushed += 1) ring.add(entryOf(pushOf(pushed))!, 0);
for (const end = pushed * 1.2; pushed < end; pushed += 1) ring.add(entryOf(pushOf(pushed))!, 0);
const after = await held();
console.log(JSON.stringify({ counted: ring.bytes(), held: after - before, entries: ring.after(0n).length }));
