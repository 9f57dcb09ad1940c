import { type ApiKeyListed, type ApiKeyView, apiKeyRoutes } from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { fork, put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { createLookup } from '../../kernel/lists/lookup.ts';
import { plain } from '../../kernel/lists/plain.ts';

/** When each key was used last, by id: only the list tells that, no frame. */
type Uses = Record<string, string | null>;
const uses = createSlice({
  name: 'apiKeyUses',
  initialState: {} as Uses,
  reducers: { told: plain<Uses, PayloadAction<Uses>>((_, { payload }) => payload) },
});
export const selectUses = (state: unknown): Uses => (state as { apiKeyUses: Uses }).apiKeyUses;

/** The company's API keys: only administrators may ask. */
export const apiKeys = createLookup({
  name: 'apiKeys',
  channel: 'apiKey',
  route: apiKeyRoutes.list,
  recordsOf: ({ apiKeys }): ApiKeyView[] => apiKeys.map(({ lastUsedAt: _, ...key }: ApiKeyListed) => key),
  compare: (a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1),
  *onAnswer({ data }) {
    yield put(uses.actions.told(Object.fromEntries(data.apiKeys.map(({ id, lastUsedAt }) => [id, lastUsedAt]))));
  },
});

export const revokeKey = createCommand({
  type: 'apiKeys/revoke',
  route: apiKeyRoutes.delete,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
});

export const apiKeysSlices: Slice[] = [apiKeys.slice, uses as unknown as Slice];
export function* apiKeysSaga(): SagaIterator {
  yield fork(apiKeys.saga);
  yield fork(revokeKey.saga);
}
