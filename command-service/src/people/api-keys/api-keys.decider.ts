import { type ApiKeyFact, limits, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import { keeps, type ReferenceApiKey } from '../../kernel/reference-data.records.ts';

type Event = Unstored<ApiKeyFact>;
export type ApiKeysCommand =
  | { do: 'create key'; id: string; name: string; scopes: readonly string[]; hash: string; userId: string }
  /** `now`: when it is asked, in milliseconds since 1970. */
  | { do: 'rotate key'; id: string; hash: string; now: number }
  | { do: 'revoke key'; id: string };
export type ApiKeysState = { keys: Map<string, ReferenceApiKey> };

const the = ({ keys }: ApiKeysState, id: string): ReferenceApiKey => {
  const key = keys.get(id);
  if (!key || key.deleted) throw new Refused('ERR_NO_API_KEY_FOUND');
  return key;
};

/** The API keys of a company, in one stream. */
export const apiKeys: Decider<ApiKeysCommand, ApiKeysState, Event> = {
  initial: () => ({ keys: new Map() }),

  decide(command, state) {
    const { id: keyId } = command;
    switch (command.do) {
      case 'create key': {
        const { name, scopes, hash, userId } = command;
        if (
          state.keys
            .values()
            .filter(({ deleted }) => !deleted)
            .toArray().length >= limits.apiKeys
        )
          throw new Refused('ERR_TOO_MANY_API_KEYS');
        return [{ type: 'ApiKeyCreated', data: { keyId, name, scopes: [...scopes], hash, userId } }];
      }
      case 'rotate key': {
        the(state, keyId);
        const previousUntil = new Date(command.now + limits.apiKeyOverlapMs).toISOString();
        return [{ type: 'ApiKeyRotated', data: { keyId, hash: command.hash, previousUntil } }];
      }
      case 'revoke key':
        the(state, keyId);
        return [{ type: 'ApiKeyRevoked', data: { keyId } }];
      default:
        return command satisfies never;
    }
  },

  evolve(state, { type, data }, { at }) {
    const { keyId: id } = data;
    const updatedAt = at.toISOString();
    const before = state.keys.get(id);
    switch (type) {
      case 'ApiKeyCreated': {
        const { name, scopes, hash } = data;
        state.keys.set(id, { id, name, scopes, hash, previous: [], createdAt: updatedAt, updatedAt });
        return state;
      }
      case 'ApiKeyRotated': {
        if (!before) return state;
        const { hash, previousUntil: until } = data;
        // Those whose time is over are forgotten.
        const previous = [...before.previous.filter((one) => one.until > updatedAt), { hash: before.hash, until }];
        state.keys.set(id, { ...before, hash, previous, updatedAt });
        return state;
      }
      case 'ApiKeyRevoked':
        if (before) state.keys.set(id, { ...before, previous: [], updatedAt, deleted: true });
        return state;
      default:
        return state;
    }
  },
};

export const keptApiKeys = keeps('api-keys', apiKeys, ({ keys }) => keys);
