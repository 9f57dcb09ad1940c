import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type Accepted,
  type App,
  type CallKind,
  calmHabits,
  type Fault,
  type GraphFailure,
  type Habits,
  type Page,
  type SignInCode,
  type StoredFile,
  type Token,
  type WhatsAppNumber,
} from './model.ts';

/** An error that Graph answers. */
export class Failed extends Error {
  readonly failure: GraphFailure;
  constructor(failure: GraphFailure) {
    super(failure.message ?? `(#${failure.code})`);
    this.failure = failure;
  }
}

const DAY = 86_400_000;
const digits = (length: number): string => String(BigInt(`0x${randomBytes(12).toString('hex')}`)).slice(0, length);

/** Everything that the stand-in knows: accounts, tokens, files, accepted messages, what goes wrong next. */
export const graphState = () => {
  const app: App = { id: digits(15), secret: randomBytes(16).toString('hex'), verifyToken: randomBytes(12).toString('hex') };
  const numbers: WhatsAppNumber[] = [];
  const pages: Page[] = [];
  const tokens = new Map<string, Token>();
  const codes = new Map<string, SignInCode>();
  const files = new Map<string, StoredFile>();
  const accepted: Accepted[] = [];
  const subscribed = new Map<string, string>();
  const profiles = new Map<string, { first_name: string; last_name: string; profile_pic?: string }>();
  const faults = new Map<CallKind, Fault[]>();
  const habits: Habits = { ...calmHabits };
  /** Chats whose 24 hours are over, as `account/customer`. */
  const closed = new Set<string>();
  /** Acts of callers that Meta would not like, in words. */
  const problems: string[] = [];
  /** Messages that an account has marked as read: one of WhatsApp, or all that a person wrote. */
  const seen: { account: string; of: string }[] = [];
  const counts: Partial<Record<CallKind, number>> = {};
  /** When each call came, by the process's clock. */
  const came: { kind: CallKind; at: number }[] = [];

  const token = (of: string[], more: Partial<Token> = {}): string => {
    const value = `EAA${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
    tokens.set(value, { of, expiresAt: Date.now() + 60 * DAY, dead: null, ...more });
    return value;
  };
  return {
    app,
    numbers,
    pages,
    tokens,
    codes,
    files,
    accepted,
    subscribed,
    profiles,
    habits,
    closed,
    problems,
    seen,
    counts,
    came,
    token,
    /** A WhatsApp number with a token for it. */
    number: (more: Partial<WhatsAppNumber> = {}): WhatsAppNumber & { token: string } => {
      const account = {
        id: digits(15),
        wabaId: digits(15),
        display: '+55 11 90000-0001',
        name: 'Loja',
        templates: [],
        marketing: 'ELIGIBLE',
        ...more,
      };
      numbers.push(account);
      return Object.assign(account, { token: token([account.id, account.wabaId]) });
    },
    /** A page; `instagram`: with an account there. */
    page: (name = 'Loja', instagram = false): Page => {
      const id = digits(15);
      const page: Page = {
        id,
        name,
        token: token([id]),
        instagram: instagram ? { id: `178414${digits(11)}`, username: name.toLowerCase() } : null,
      };
      pages.push(page);
      return page;
    },
    /** The short-lived token that a user signed in with. */
    user: (pageIds: string[] = pages.map(({ id }) => id)): string => token(pageIds, { expiresAt: Date.now() + 3_600_000 }),
    /** The code with which somebody who signed in is returned to an address: for all pages, once, within ten minutes. */
    code: (redirectUri: string): string => {
      const value = `AQ${randomBytes(40).toString('base64url')}`;
      codes.set(value, { redirectUri, of: pages.map(({ id }) => id), expiresAt: Date.now() + 600_000, isUsed: false });
      return value;
    },
    /** Every call with it is refused from now on. */
    kill: (value: string, failure: GraphFailure = { code: 190, subcode: 460, status: 401 }): void => {
      const known = tokens.get(value);
      if (known) known.dead = failure;
    },
    /** Adds faults that the next calls of a kind meet, one after another. */
    next: (kind: CallKind, ...more: Fault[]): void => void faults.set(kind, [...(faults.get(kind) ?? []), ...more]),
    fault: (kind: CallKind): Fault => {
      counts[kind] = (counts[kind] ?? 0) + 1;
      came.push({ kind, at: performance.now() });
      return faults.get(kind)?.shift() ?? {};
    },
    keepFile: (bytes: Buffer, mime: string, name: string, owner: string): StoredFile => {
      const file = { id: digits(16), bytes, mime, name, owner };
      files.set(file.id, file);
      return file;
    },
    /** Throws Failed unless the token may act for one of these. Returns the token. */
    assertMay: (value: string | undefined, of?: string): Token => {
      const known = value === undefined ? undefined : tokens.get(value);
      if (!known) throw new Failed({ code: 190, status: 401, message: 'Invalid OAuth access token.' });
      if (known.dead) throw new Failed({ message: 'Error validating access token.', ...known.dead });
      if (of !== undefined && !known.of.includes(of))
        throw new Failed({ code: 100, subcode: 33, message: `Unsupported request. Object with ID '${of}' does not exist.` });
      return known;
    },
    newId: (channel: 'whatsapp' | 'facebook' | 'instagram'): string =>
      channel === 'whatsapp'
        ? `wamid.${Buffer.from(randomUUID()).toString('base64')}`
        : `${channel === 'facebook' ? 'm_' : 'aWdf'}${randomBytes(channel === 'facebook' ? 48 : 100).toString('base64url')}`,
  };
};
export type GraphState = ReturnType<typeof graphState>;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
