import type {
  Abilities,
  Cards,
  Choice,
  ChosenTemplate,
  ContactCard,
  LineKind,
  MediaAnnounced,
  MediaFacts,
  MediaFailure,
  MessageContext,
  MissedCall,
  OfCampaign,
  Place,
  SentMenu,
  TicketStatus,
  Viewer,
  Waveform,
} from '@prosa/contracts';
import type { ReferenceOption } from '../../kernel/reference-data.records.ts';
import type { Attribution } from '../conversation-kernel/conversation.leads.ts';
import type { Named } from '../conversation-kernel/conversation.mentions.ts';
import type { Envelope, TicketBrief } from '../conversation-kernel/conversation.state.ts';

/** The connection's channel at the moment of the command, as the rules need it. */
export type Through = {
  abilities: Abilities;
  /** Its session is ended or not linked. */
  isOff: boolean;
  /** The installation knows its address, so that a file can be sent as a link. */
  hasLinks: boolean;
  /** The installation's app at Meta may send what a person wrote for longer (`personWindowOf`). */
  hasHumanAgent: boolean;
  /** In milliseconds since 1970. */
  now: number;
};

/** A text, or a file, that Prosa sends automatically; an empty one is not sent. */
export type AutomaticText = {
  origin: 'greeting' | 'out-of-hours' | 'closing' | 'rating' | 'menu' | 'protocol';
  body: string;
  media?: MediaFacts;
  /** The choices that it offers, where the channel has buttons or lists. */
  menu?: SentMenu;
};

/** The texts of a closing, all that the connection has now, and its channel. */
export type Waiting = { texts: readonly AutomaticText[]; through: Through };

/** A queue as its customers meet it. */
export type BotQueue = { id: string; name: string; greeting: string };

/** The facts that the chatbot needs at the moment of a customer's message (decision 15). */
export type BotFacts = {
  /** The queues of the connection that exist, in their order: several are offered, one alone is where the menu begins. */
  queues: readonly BotQueue[];
  /** Above the queues that are offered. */
  greeting: string;
  /** Where a ticket goes whose customer chose no queue; null: the connection has none. */
  fallbackId: string | null;
  options: ReadonlyMap<string, ReferenceOption>;
  /** The out-of-hours text for a ticket of a queue; '': it is closed, without a text; null: it is open. */
  closed: (queueId: string | null) => string | null;
  /** How the choices are shown where the channel can. */
  as: 'text' | 'button' | 'list';
  /** Whether calls are taken: who calls otherwise is asked to write. */
  takesCalls: boolean;
  /** A customer is told the number of their new ticket. */
  givesProtocol: boolean;
  through: Through;
};

/** How a customer's message would open a ticket; unused if a ticket is unfinished. */
export type Opening = {
  ticketId: string;
  protocol: string;
  queueId: string | null;
};

/** The facts of other aggregates that a change of a ticket needs, from the reference data. */
export type ChangeRules = {
  tagForce: boolean;
  /** Sent when a ticket is closed, in this order. */
  closingTexts: readonly AutomaticText[];
  /** What waits since an earlier closing is sent with these. */
  waitingTexts: readonly AutomaticText[];
  through: Through;
  /** Whether the queue and the user that the body names exist, and whether the ticket's connection exists. */
  queueExists: boolean;
  userExists: boolean;
  connectionExists: boolean;
};

export type ChangeBody = {
  status?: TicketStatus | undefined;
  userId?: string | null | undefined;
  queueId?: string | null | undefined;
  note?: string | undefined;
  /** Whom the note names. */
  named?: readonly Named[];
  servedBy?: string | null | undefined;
};

/** The content of a customer's message that is not text. */
export type ReceivedKind = {
  place?: Place;
  contacts?: ContactCard[];
  call?: MissedCall;
  choice?: Choice;
  line?: LineKind;
  media?: MediaAnnounced;
  waveform?: Waveform;
};

type Where = { connectionId: string; contactId: string; channel: string };

export type TicketCommand = Envelope &
  (
    | ({ do: 'create ticket'; by: Viewer; queueId: string | null; userId: string; protocol: string; through: Through } & Where)
    | { do: 'change ticket'; ticketId: string; by: Viewer; body: ChangeBody; undoable?: boolean; rules: ChangeRules }
    | { do: 'tag ticket'; ticketId: string; by: Viewer; tagIds: readonly string[] }
    | { do: 'delete ticket'; ticketId: string; by: Viewer }
    /** All of them, because the user removes the test customer. */
    | { do: 'delete tickets'; userId: string }
    | { do: 'leave queue'; ticketId: string; queueId: string }
    | { do: 'leave user'; ticketId: string; userId: string }
    /** A waiting ticket of a queue goes to somebody, whom nobody asked. */
    | { do: 'give ticket'; ticketId: string; queueId: string; userId: string }
    | { do: 'leave connection'; ticketId: string }
    /** The contact was merged into another, whose conversation goes on with the key `in`. */
    | { do: 'continue elsewhere'; in: string; connectionId: string; contactId: string }
    /** Opens a ticket like the unfinished one of a merged contact's conversation; does nothing if another is unfinished. */
    | ({
        do: 'take ticket over';
        ticket: Pick<TicketBrief, 'status' | 'queueId' | 'userId' | 'tagIds'>;
        protocol: string;
      } & Where)
    /** Changes nothing; the caller reads the state afterwards. */
    | { do: 'look' }
  );

/** The customer did not answer the menu that was shown in time; `dueAt` is in milliseconds since 1970. */
export type ChatbotCommand = Envelope & { do: 'leave menu'; ticketId: string; dueAt: number; fallbackId: string | null };

/** The customer may have been silent for as long as their connection allows. `now` is the timer's clock, in milliseconds since 1970. */
export type SilenceCommand = Envelope & {
  do: 'close in silence';
  ticketId: string;
  now: number;
  closeAfterMinutes: number;
  closingTexts: readonly AutomaticText[];
  through: Through;
};

export type MessageCommand = Envelope &
  (
    | ({
        do: 'receive message';
        messageId: string;
        body: string;
        channelId: string;
        quotedId: string | null;
        sentAt: string;
        /** Current time, in milliseconds since 1970: a channel's clock that is ahead must not make a timely answer late. */
        now: number;
        opens: Opening | null;
        /** Null where nobody answers automatically: in groups. */
        bot?: BotFacts | null;
        /** Where a closing message waits, with what it is sent. */
        waiting?: Waiting | null;
        brings?: ReceivedKind;
        forwarded?: boolean;
        context?: MessageContext | null;
        /** In a group, the contact who wrote it. */
        authorId?: string;
        /** The number that it was written from, if that is not the contact's own. */
        from?: string;
      } & Attribution &
        Where)
    /** The contact's number was changed. */
    | { do: 'show new number'; userId: string | null; from: string | null; to: string }
    /** A message that the company wrote to the customer elsewhere. */
    | {
        do: 'mirror message';
        connectionId: string;
        contactId: string;
        messageId: string;
        body: string;
        channelId: string;
        quotedId: string | null;
        sentAt: string;
        brings?: ReceivedKind;
        forwarded?: boolean;
        context?: MessageContext | null;
      }
    /** It stands as a line, because it could not be read when it came. */
    | ({
        do: 'fill message';
        messageId: string;
        body: string;
        quotedId: string | null;
        sentAt: string;
        brings?: ReceivedKind;
        forwarded?: boolean;
        context?: MessageContext | null;
      } & Attribution)
    | {
        do: 'send message';
        ticketId: string;
        by: Viewer;
        body: string;
        quotedId: string | null;
        clientId: string | null;
        signature: string | null;
        /** Its file, whose bytes are already stored. */
        media?: MediaFacts;
        waveform?: Waveform;
        /** The person that the file belongs to: it must be this conversation's contact. */
        mediaOf?: string;
        /** The approved template as which `body` is sent. */
        template?: ChosenTemplate;
        through: Through;
      }
    | {
        do: 'observe';
        ticketId: string;
        by: Viewer;
        body: string;
        clientId: string | null;
        /** Whom it names. */
        mentions?: readonly Named[];
      }
    | { do: 'retry message'; messageId: string; by: Viewer; through: Through }
    /** `within`: how many milliseconds after sending the channel can delete a message; null: never. `now`: milliseconds since 1970. */
    | { do: 'delete message'; messageId: string; by: Viewer; within: number | null; now: number }
    | { do: 'acknowledge'; messageId: string; connectionId: string; ack: number }
    | {
        do: 'conclude sending';
        messageId: string;
        connectionId: string;
        attempt: number;
        outcome: 'taken' | 'failed' | 'unsure';
        reason: string | null;
      }
    /** The result of fetching the file of a customer's message: `media` if it is stored, otherwise the reason. */
    | {
        do: 'conclude fetching';
        messageId: string;
        connectionId: string;
        attempt: number;
        media: MediaFacts | null;
        reason: MediaFailure | null;
      }
    | ({ do: 'edit message'; body: string } & Attribution & Changing)
    | ({ do: 'revoke message' } & Changing)
    | ({ do: 'react to message'; emoji: string } & Changing)
    /**
     * A message that is sent to this conversation's contact, whether a ticket is unfinished or not: a text, a place, contact cards, or a copy
     * of a file that was made for them (`mediaOf`). `userId`: who wrote or forwarded it.
     */
    | ({
        do: 'reach out';
        origin: 'forward' | 'schedule' | 'api' | 'campaign';
        userId: string | null;
        body: string;
        template?: ChosenTemplate;
        clientId: string | null;
        media?: MediaFacts;
        mediaOf?: string;
        cards?: Cards;
        campaign?: OfCampaign;
        through: Through;
      } & Omit<Where, 'channel'>)
  );
/**
 * `contactId`: the customer of the chat in which the action takes place. `own`: by the company itself, on its phone. `authorId`: in a group,
 * the contact who acts. `sentAt`: the channel's time.
 */
type Changing = { messageId: string; connectionId: string; contactId: string; own: boolean; authorId?: string; sentAt: string };
