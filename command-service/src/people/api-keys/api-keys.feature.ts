import { createHmac } from 'node:crypto';
import { apiKeyScopes, derivedId, Refused, routes } from '@prosa/contracts';
import { apiKeyHashOf, derivedKey, keyEnds, writeApiKey } from '@prosa/infra/runtime';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { type ApiKeysCommand, apiKeys as decider, keptApiKeys } from './api-keys.decider.ts';

const calls = (app: App, deps: Deps): void => {
  const { config, clock, handle, pool } = deps;
  const ends = keyEnds(pool);
  const secret = derivedKey(config.PROSA_KEYS, 'API keys');
  /** The key that a command makes: a repeat of the command answers the same, though no key is stored. */
  const keyOf = ({ companyId, commandId }: CommandIdentity, keyId: string): string =>
    writeApiKey({ companyId, keyId }, createHmac('sha256', secret).update(`${companyId} ${keyId} ${commandId}`).digest());
  const carryOut = async (identity: CommandIdentity, command: ApiKeysCommand) => {
    const { position } = await handle({
      ...identity,
      decider,
      stream: `api-keys-${identity.companyId}`,
      missing: 'ERR_NO_API_KEY_FOUND',
      command,
    });
    return position;
  };

  commandRoute(app, deps, routes.apiKeys.create, async ({ body: { name, scopes: asked }, principal, identity }) => {
    const scopes = [...new Set(asked)].sort();
    if (!scopes.every((scope) => apiKeyScopes.includes(scope)))
      throw new Refused('ERR_VALIDATION', { fields: { scopes: 'Invalid value' } });
    const id = derivedId(identity.commandId, 'api-key');
    const key = keyOf(identity, id);
    const { userId } = principal;
    const position = await carryOut(identity, { do: 'create key', id, name, scopes, hash: apiKeyHashOf(key), userId });
    return { position, reply: { id, key } };
  });

  commandRoute(app, deps, routes.apiKeys.rotate, async ({ params: { id }, identity }) => {
    const key = keyOf(identity, id);
    const now = clock().getTime();
    const position = await carryOut(identity, { do: 'rotate key', id, hash: apiKeyHashOf(key), now });
    return { position, reply: { id, key } };
  });

  commandRoute(app, deps, routes.apiKeys.delete, async ({ params: { id }, identity }) => {
    const position = await carryOut(identity, { do: 'revoke key', id });
    // What knows the keys by their events may be a moment behind.
    await ends.note(id);
    return { position, reply: null };
  });
};

/** Keys with which a company's own programs call the API. */
export const apiKeys: Feature = { name: 'api-keys', routes: calls, keeps: keptApiKeys };
