import { apiKeyEvents } from '@prosa/contracts';
import type { KeyHashes } from '@prosa/infra/runtime';
import { flag, json, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

type Previous = { hash: string; until: string }[];

/** API keys by their hashes; a revoked one keeps its row, so that it is refused at once. */
export const apiKeyRows = defineRows({
  table: 'api_key',
  version: 1,
  events: apiKeyEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: text(),
    scopes: json<string[]>(),
    hash: text(),
    previous: json<Previous>(),
    userId: uuid(),
    deleted: flag(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, name, id)'],
  key: ({ data }) => data.keyId,
  begins: {
    ApiKeyCreated: ({ data: { keyId: id, ...key }, meta: { companyId, at } }) => ({
      ...key,
      id,
      companyId,
      previous: [] as Previous,
      deleted: false,
      createdAt: at,
      updatedAt: at,
    }),
  },
  changes: {
    ApiKeyRotated: (row, { data: { hash, previousUntil: until }, meta: { at } }) => ({
      ...row,
      hash,
      previous: [...stillGood(row, at), { hash: row.hash, until }] as Previous,
      updatedAt: at,
    }),
    ApiKeyRevoked: (row, { meta: { at } }) => ({ ...row, previous: [] as Previous, deleted: true, updatedAt: at }),
  },
});

const stillGood = ({ previous }: Pick<KeyHashes, 'previous'>, at: Date) => previous.filter(({ until }) => new Date(until) > at);
