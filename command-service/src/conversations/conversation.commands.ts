import type { TicketStatus, Viewer } from '@prosa/contracts';

/** What Prosa says by itself; empty ones are not said. */
export type AutomaticText = { origin: 'greeting' | 'out-of-hours' | 'closing' | 'rating'; body: string };

/** A ticket as the world would have it opened by a customer's message: not used where one is unfinished. */
export type Opening = { ticketId: string; protocol: string; queueId: string | null; texts: readonly AutomaticText[] };

/** What a change of a ticket needs of others, from the reference data. */
export type ChangeRules = {
  tagForce: boolean;
  /** Said when a ticket is closed, in this order. */
  closingTexts: readonly AutomaticText[];
  /** Whether the queue and the user that the body names are there, and the ticket's connection is. */
  queueExists: boolean;
  userExists: boolean;
  connectionExists: boolean;
};

export type ChangeBody = {
  status?: TicketStatus | undefined;
  userId?: string | null | undefined;
  queueId?: string | null | undefined;
};

/** `key` is the conversation's, `commandId` the command's: ids of new tickets and messages are derived from them. */
type Envelope = { key: string; commandId: string };
type Where = { connectionId: string; contactId: string; channel: string };

export type TicketCommand = Envelope &
  (
    | ({ do: 'create ticket'; by: Viewer; queueId: string | null; userId: string; protocol: string } & Where)
    | { do: 'change ticket'; ticketId: string; by: Viewer; body: ChangeBody; rules: ChangeRules }
    | { do: 'tag ticket'; ticketId: string; by: Viewer; tagIds: readonly string[] }
    | { do: 'add note'; ticketId: string; by: Viewer; note: string; contactId: string | null }
    | { do: 'delete note'; noteId: string; by: Viewer }
    | { do: 'read messages'; ticketId: string; by: Viewer; upTo: string }
    | { do: 'leave queue'; ticketId: string; queueId: string }
    | { do: 'leave user'; ticketId: string; userId: string }
    | { do: 'leave connection'; ticketId: string }
    | { do: 'show new number'; userId: string | null; from: string | null; to: string }
    /** Changes nothing: who asks looks at the state after it. */
    | { do: 'look' }
  );

export type MessageCommand = Envelope &
  (
    | ({
        do: 'receive message';
        messageId: string;
        body: string;
        channelId: string;
        quotedId: string | null;
        sentAt: string;
        opens: Opening | null;
      } & Where)
    | {
        do: 'send message';
        ticketId: string;
        by: Viewer;
        body: string;
        quotedId: string | null;
        clientId: string | null;
        signature: string | null;
      }
    | { do: 'observe'; ticketId: string; by: Viewer; body: string; clientId: string | null }
    | { do: 'retry message'; messageId: string; by: Viewer }
    | { do: 'delete message'; messageId: string; by: Viewer }
    | { do: 'acknowledge'; messageId: string; connectionId: string; ack: number }
    | {
        do: 'conclude sending';
        messageId: string;
        connectionId: string;
        attempt: number;
        outcome: 'taken' | 'failed' | 'unsure';
        reason: string | null;
      }
  );

export type ConversationCommand = TicketCommand | MessageCommand;
