import { roomsOfTicket, TicketView } from '@prosa/contracts';
import pLimit from 'p-limit';

/** The rooms of those who see a ticket, as of a position. */
export type TicketRooms = { rooms: readonly string[]; position: bigint };
/** Null: the user of the token does not see the ticket, or there is none. */
export type AskTicket = (token: string, ticketId: string, signal: AbortSignal) => Promise<TicketRooms | null>;

const CALL_MS = 5_000;
/** Concurrent requests: after lost pushes all opened tickets are asked for again. */
const AT_ONCE = 8;

const Answer = TicketView.pick({ companyId: true, queueId: true, userId: true, status: true });

/** Asks the projection side about a ticket with a user's own token. Throws if there is no answer. */
export const ticketClient = (projectionUrl: string): AskTicket => {
  const inTurn = pLimit(AT_ONCE);
  return (token, ticketId, signal) =>
    inTurn(async () => {
      const reply = await fetch(new URL(`/api/tickets/u/${ticketId}`, projectionUrl), {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      });
      const body: unknown = await reply.json();
      if (reply.status === 404) return null;
      const position = reply.headers.get('prosa-position');
      if (!reply.ok || position === null) throw new Error(`The projection side answered ${reply.status}.`);
      const ticket = Answer.parse(body);
      return { rooms: roomsOfTicket(ticket.companyId, ticket), position: BigInt(position) };
    });
};
