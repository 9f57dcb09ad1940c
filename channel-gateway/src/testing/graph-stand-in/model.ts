/** An error as Graph answers it. `status`: HTTP's; Graph uses 400 for most. */
export type GraphFailure = { code: number; subcode?: number; status?: number; message?: string };

/** A call of Graph, by what it is for. */
export type CallKind =
  | 'messages'
  | 'marketing'
  | 'onboarding'
  | 'media'
  | 'download'
  | 'templates'
  | 'accounts'
  | 'exchange'
  | 'debug'
  | 'subscribe'
  | 'profile'
  | 'node';

/**
 * The fault that one call meets instead of an answer. `status`: an answer that is not of Graph's shape. `cut`: the connection
 * ends before the call is carried out, or after it. `holdMs`: the call is carried out late; `thenMs`: its answer, or the cut,
 * comes so long after that. `held`, `kept`: the same, until they resolve.
 */
export type Fault = {
  error?: GraphFailure;
  status?: number;
  cut?: 'before' | 'after';
  holdMs?: number;
  thenMs?: number;
  held?: Promise<unknown>;
  kept?: Promise<unknown>;
};

export type App = { id: string; secret: string; verifyToken: string };
export type Template = {
  name: string;
  language: string;
  status: string;
  category: string;
  parameter_format?: string;
  components: { type: string; format?: string; text?: string; buttons?: { type: string; text: string; url?: string }[] }[];
};
/** A WhatsApp business account with one number. */
export type WhatsAppNumber = {
  id: string;
  wabaId: string;
  display: string;
  name: string;
  templates: Template[];
  /** How far its account is with the terms of marketing messages: `ELIGIBLE`, or `ONBOARDED`. */
  marketing: string;
};
export type Page = { id: string; name: string; token: string; instagram: { id: string; username: string } | null };

/** The rights of a token; `dead`: the error that every call with it gets. */
export type Token = {
  /** The numbers, pages or users that it is for. */
  of: string[];
  expiresAt: number;
  dead: GraphFailure | null;
};

/** The code with which a person returns from the sign-in; it is exchanged for a token of these pages, for that address alone. */
export type SignInCode = { redirectUri: string; of: string[]; expiresAt: number; isUsed: boolean };

export type StoredFile = { id: string; bytes: Buffer; mime: string; name: string; owner: string };

/** A message that Graph accepted. `customer`: the number, BSUID or scoped id that it went to. */
export type Accepted = {
  id: string;
  account: string;
  customer: string;
  body: Record<string, unknown>;
  /** Our id of it, if the channel carries one. */
  ours: string | null;
  at: number;
  /** It came by the call of marketing messages. */
  isMarketing?: boolean;
  /** The bytes of an attachment that was named by its address. */
  file: Buffer | null;
};

/** How webhooks are delivered, and what customers do by themselves. */
export type Habits = {
  /** How many further times each webhook is delivered. */
  double: number;
  /** Each delivery waits for up to this long, so that they change places. */
  shuffleMs: number;
  /** Each delivery waits for at least this long. */
  lateMs: number;
  /** Which statuses an accepted message gets by itself. */
  receipts: 'none' | 'sent' | 'delivered' | 'read';
  /** Accepted messages fail afterwards with this error, whatever receipts there are: the first of them comes before. */
  failsWith: GraphFailure | null;
  /** Whether what a page sends comes back as an echo. */
  echoes: boolean;
};
export const calmHabits: Habits = { double: 0, shuffleMs: 0, lateMs: 0, receipts: 'none', failsWith: null, echoes: false };
