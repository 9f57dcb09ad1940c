import type { ChannelName } from '@prosa/contracts';
import type { Connection, GatewayServices, ReceivedMessage } from '../provider.port.ts';

/** Where one thing that a webhook says is reported. */
export type Reporting = { connection: Connection; services: GatewayServices };
/**
 * One thing that a webhook says: about which account, in which chat, and either what somebody wrote or how it is reported. Those of a chat
 * are reported in order. `raw`: an entry with nothing else, which `read` reads again.
 */
export type Told = { account: string; chat: string; raw: Entry } & (
  | { messages: (to: Reporting) => Promise<ReceivedMessage[]> }
  | { report: (to: Reporting) => Promise<void> }
  /** It cannot be read, for this reason. */
  | { fault: unknown }
);
/** Reads one part by itself: what is wrong with it keeps nothing beside it from being read. */
export const readPart = (part: Pick<Told, 'account' | 'raw'>, read: () => Told[]): Told[] => {
  try {
    return read();
  } catch (fault) {
    return [{ ...part, chat: '', fault }];
  }
};
/** The account of what is told of a whole business account, and not of one number. */
export const businessAccount = (id: string): string => `${BUSINESS}${id}`;
/** The id of such a business account; null for another account. */
export const businessIn = (account: string): string | null =>
  account.startsWith(BUSINESS) ? account.slice(BUSINESS.length) : null;
const BUSINESS = 'business/';
export type Entry = Record<string, unknown>;
/**
 * How the webhooks about one kind of `object` are read. Each message and change is read by `readPart`; `read` throws only for an entry that
 * has no parts. What nobody can read is parked.
 */
export type WebhookReader = {
  object: string;
  channel: ChannelName;
  /** The provider of the connections that it is for. */
  provider: string;
  /** `entry`: one of the webhook's; `account` of a part that cannot be read is found by `accountOf`. */
  read: (entry: Entry) => Told[];
  accountOf: (entry: Entry) => string | null;
};
