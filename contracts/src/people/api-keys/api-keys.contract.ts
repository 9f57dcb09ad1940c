import { z } from 'zod';
import { event, type FactOf, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';

const key = z.object({ keyId: f.id });
/** The SHA-256 (hex) of the key: a key is long and random, so the hash reveals nothing. */
const hash = z.string();

/** Stream `api-keys-{companyId}`: all keys of a company. No event holds a key. */
export const apiKeyEvents = {
  /** `userId`: who made it. */
  ApiKeyCreated: event('ApiKeyCreated', key.extend({ name: f.name, scopes: z.array(z.string()), hash, userId: f.id })),
  /** The key before it is good until `previousUntil`. */
  ApiKeyRotated: event('ApiKeyRotated', key.extend({ hash, previousUntil: f.at })),
  ApiKeyRevoked: event('ApiKeyRevoked', key),
};
export type ApiKeyFact = FactOf<typeof apiKeyEvents>;

/** An API key of a company, without the key itself. */
export const ApiKeyView = z.object({
  id: f.id,
  companyId: f.id,
  name: z.string(),
  /** `read`, and permissions. */
  scopes: z.array(z.string()),
  /** Who made it. */
  userId: f.id,
  /** Until when the key before the last rotation is good; null if it was never rotated. */
  previousUntil: f.at.nullable(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type ApiKeyView = z.output<typeof ApiKeyView>;

/** A key in the list, with when it was used last, to the minute; null: never. No frame tells that. */
export const ApiKeyListed = ApiKeyView.extend({ lastUsedAt: f.at.nullable() });
export type ApiKeyListed = z.output<typeof ApiKeyListed>;

/** The only answer that contains the key itself. */
const MadeKey = z.object({ id: f.id, key: z.string() });

export const apiKeyRoutes = {
  list: route({
    call: 'GET /api-keys',
    may: 'api-keys:write',
    person: true,
    summary: 'The API keys of the own company, by name.',
    query: f.after,
    reply: z.object({ apiKeys: z.array(ApiKeyListed), count: z.number(), hasMore: z.boolean() }),
  }),
  create: route({
    call: 'POST /api-keys',
    may: 'api-keys:write',
    person: true,
    summary:
      'Makes an API key. `key` is shown this once: it is the bearer of calls. `scopes`: `read` for every GET that administrators may call, and permissions, each for the calls that need it.',
    body: z.object({
      name: f.name,
      scopes: z.array(f.text(50), { error: 'Required' }).min(1, 'Required').max(100, 'Too Long!'),
    }),
    refuses: ['ERR_TOO_MANY_API_KEYS'],
    reply: MadeKey,
    status: 201,
  }),
  rotate: route({
    call: 'POST /api-keys/:id/rotate',
    may: 'api-keys:write',
    person: true,
    summary: 'Makes a new key in place of one, which is good for 24 hours more.',
    params: f.idParam,
    missing: 'ERR_NO_API_KEY_FOUND',
    reply: MadeKey,
  }),
  delete: route({
    call: 'DELETE /api-keys/:id',
    may: 'api-keys:write',
    person: true,
    summary: 'Revokes a key, at once.',
    params: f.idParam,
    missing: 'ERR_NO_API_KEY_FOUND',
    reply: z.null(),
  }),
};

/** Keys with which a company's own programs call the API. */
export const apiKeys = manifest({
  name: 'apiKeys',
  events: apiKeyEvents,
  routes: apiKeyRoutes,
  pushes: { apiKey: ['create', 'update', 'delete'] },
  permissions: { 'api-keys:write': ['admin'] },
  errors: {
    ERR_NO_API_KEY_FOUND: { status: 404, message: 'Nenhuma chave de API encontrada com este número.' },
    ERR_TOO_MANY_API_KEYS: { status: 409, message: `Uma empresa tem no máximo ${limits.apiKeys} chaves de API.` },
  },
});
