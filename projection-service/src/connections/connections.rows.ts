import { type ChannelName, type ConnectionView, connectionEvents } from '@prosa/contracts';
import { flag, text, time, uuid, uuids } from '../kernel/columns.ts';
import { defineRows } from '../kernel/rows.ts';

/** Connections, without the hash of their token; a deleted one keeps its row for the history. */
export const connectionRows = defineRows({
  table: 'connection',
  version: 1,
  events: connectionEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: text(),
    channel: text<ChannelName>(),
    isDefault: flag(),
    queueIds: uuids(),
    greetingMessage: text(),
    complationMessage: text(),
    outOfHoursMessage: text(),
    ratingMessage: text(),
    provider: text(),
    status: text<ConnectionView['status']>(),
    deleted: flag(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id)'],
  ignores: [],
  key: ({ data }) => data.connectionId,
  begins: {
    ConnectionCreated: ({ data: { connectionId, tokenHash: _, ...connection }, meta }) => ({
      ...connection,
      id: connectionId,
      companyId: meta.companyId,
      deleted: false,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    ConnectionChanged: (row, { data: { connectionId: _, tokenHash: __, ...changed }, meta }) => ({
      ...row,
      ...changed,
      updatedAt: meta.at,
    }),
    ConnectionStatusChanged: (row, { data, meta }) => ({ ...row, status: data.status, updatedAt: meta.at }),
    ConnectionDeleted: (row, { meta }) => ({ ...row, deleted: true, updatedAt: meta.at }),
  },
});
