import { againstAppends, CONVERSATIONS } from './against-appends.ts';
import type { Finding } from './report.ts';

const TEXT = 'Bom dia! O pedido já saiu para entrega e chega hoje até as 18 horas. Precisa de mais alguma coisa?';
const numberOf = (lane: number, turn: number): string => `55119${80_000_000 + lane * CONVERSATIONS + turn}`;

/** Sending a message in a ticket: encrypted, its answer read, passed to the bus by the reactors. */
export const benchCommands = (): Promise<Finding> =>
  againstAppends({
    what: 'commands through HTTP',
    atLeast: 0.5,
    prepare: async (demo, post, lanes) => {
      const { token } = await post(0, '/auth/login', demo.users[0]!);
      const ticketOf = async (lane: number, turn: number): Promise<string> => {
        const number = numberOf(lane, turn);
        const contact = await post(lane, '/contacts', { name: `Cliente ${number}`, number }, token);
        const ticket = await post(lane, '/tickets', { contactId: contact.id, queueId: demo.queues[0]!.id }, token);
        return ticket.id!;
      };
      const tickets = await Promise.all(
        Array.from({ length: lanes }, async (_, lane) => {
          const ids: string[] = [];
          for (let turn = 0; turn < CONVERSATIONS; turn++) ids.push(await ticketOf(lane, turn));
          return ids;
        }),
      );
      return (lane, turn) => post(lane, `/messages/${tickets[lane]![turn]}`, { body: TEXT }, token);
    },
  });

/** The message API: its token and rate are checked, its number is looked up, and the message goes out outside of a ticket. */
export const benchMessagesApi = (): Promise<Finding> =>
  againstAppends({
    what: 'the message API',
    atLeast: 0.3,
    // One token may not be as fast as all clients together.
    env: { PROSA_MESSAGES_RATE: '999999,999999' },
    prepare: async (demo, post) => {
      const { token } = demo.connection;
      return (lane, turn) => post(lane, '/messages/send', { number: numberOf(lane, turn), body: TEXT }, token);
    },
  });
