import { z } from 'zod';
import { ChannelName } from '../channels/connections/connections.contract.ts';
import { Identity } from '../contacts/contacts/contacts.contract.ts';
import { MessageTemplate } from '../desk/messages/templates.contract.ts';
import * as f from '../kernel/fields.ts';

/**
 * Calls of the command side to any instance of the gateway, directly by HTTP, because they need an answer at once or carry
 * secrets, which are never in an event or on the bus. The paths are not on the product's one origin; calls are signed
 * (`internalCalls` of the runtime).
 */
export const gatewayCalls = {
  /** PUT, `ConnectionSecrets` → 204: the secrets of a connection from now on. Repeating it changes nothing. */
  secrets: (connectionId: string) => `/internal/connections/${connectionId}/secrets`,
  /** POST, `GatewayQuestion` → 200 `GatewayAnswer` of the same kind; 503 if there is none in time. */
  ask: '/internal/ask',
};

/** Names and values that a provider needs to act for a connection: `accessToken`, `appSecret`. */
const Secrets = z.record(z.string().max(50), z.string().max(4_096));
const provider = { companyId: f.id, channel: ChannelName, provider: f.text(30) };

export const ConnectionSecrets = z.object({
  ...provider,
  secrets: Secrets,
  /** The channel's own id of the account: of a phone number, a page, an account; webhooks name it. Unique in the installation. */
  externalId: f.text(100).nullable(),
});
export type ConnectionSecrets = z.output<typeof ConnectionSecrets>;

/** How long the command side waits for an answer, in milliseconds. */
export const ASK_TIMEOUT_MS = 5_000;

export const GatewayQuestion = z.discriminatedUnion('kind', [
  /** Whether what was typed to connect an account is right; `values` are the fields that are no secrets. */
  z.object({ kind: z.literal('check'), ...provider, secrets: Secrets, values: z.record(z.string(), z.string()) }),
  /** The address at which a person signs in with Meta, which then returns them to this installation with `state`. */
  z.object({ kind: z.literal('sign-in'), ...provider, state: z.string().max(500) }),
  /**
   * The pages (Facebook) or accounts (Instagram) of the user who signed in with Meta, by the code that Meta gave for it or by a token of
   * theirs; the gateway exchanges either and subscribes.
   */
  z.object({
    kind: z.literal('pages'),
    ...provider,
    userToken: z.string().max(4_096).optional(),
    code: z.string().max(4_096).optional(),
  }),
  /** A page of the message templates of a connection. `next` from the answer before. */
  z.object({ kind: z.literal('templates'), ...provider, connectionId: f.id, next: z.string().max(1_000).nullable() }),
  /** Which of the numbers have an account on the channel, as the connection's session sees it. */
  z.object({ kind: z.literal('numbers'), ...provider, connectionId: f.id, numbers: z.array(z.string()).min(1).max(50) }),
  /** How long what waits to be sent through the connection has waited, without campaigns; each instance of the gateway knows. */
  z.object({ kind: z.literal('queue'), ...provider, connectionId: f.id }),
  /** The picture that a customer shows on the channel. */
  z.object({ kind: z.literal('picture'), ...provider, connectionId: f.id, identity: Identity }),
]);
export type GatewayQuestion = z.output<typeof GatewayQuestion>;

export const GatewayAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('check'),
    /** The account as people know it, and its `externalId`; null with `wrong`. */
    account: z.string().nullable(),
    externalId: z.string().nullable(),
    /** The fields that are wrong, each with a short code: `invalid`, `expired`, `missing-permission`, `not-found`. */
    wrong: z.record(z.string(), z.string()),
  }),
  /** Null: the installation has no app at Meta, or no address to return to. */
  z.object({ kind: z.literal('sign-in'), url: z.string().nullable() }),
  z.object({
    kind: z.literal('pages'),
    pages: z.array(z.object({ externalId: z.string(), name: z.string(), account: z.string().nullable(), secrets: Secrets })),
    /** Why there are none: `invalid`, `expired` or `missing-permission` of the token, `code` for a code that is used or old. */
    wrong: z.string().nullable(),
  }),
  z.object({ kind: z.literal('templates'), templates: z.array(MessageTemplate), next: z.string().nullable() }),
  z.object({
    kind: z.literal('numbers'),
    /** `value`: the number as the channel spells it; null: nobody is there. Numbers that the channel cannot tell are left out. */
    numbers: z.array(z.object({ asked: z.string(), value: z.string().nullable() })),
  }),
  /** Since when its oldest message waits; null: none does. */
  z.object({ kind: z.literal('queue'), waitingSince: f.at.nullable() }),
  /** Its bytes in base64; null if there is none that the company may see. */
  z.object({ kind: z.literal('picture'), bytes: z.base64().nullable() }),
]);
export type GatewayAnswer = z.output<typeof GatewayAnswer>;
