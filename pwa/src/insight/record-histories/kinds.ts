import { type RecordHistory, recordHistoryRoutes } from '@prosa/contracts';
import { call } from '../../kernel/calls/client.ts';

const { contact, user, queue, settings, company } = recordHistoryRoutes;

/** The kinds of records that have a history here, as their screens' addresses begin. */
export type Kind = 'contacts' | 'users' | 'queues' | 'settings' | 'companies';

/** A page of a record's history, from before a position on. */
export const ask = async (kind: Kind, id: string, before?: string): Promise<RecordHistory> => {
  const query = before === undefined ? {} : { before };
  switch (kind) {
    case 'contacts':
      return (await call(contact, { params: { contactId: id }, query })).data;
    case 'users':
      return (await call(user, { params: { userId: id }, query })).data;
    case 'queues':
      return (await call(queue, { params: { queueId: id }, query })).data;
    case 'settings':
      return (await call(settings, { query })).data;
    default:
      return (await call(company, { params: { companyId: id }, query })).data;
  }
};

/** The folder of the texts of the kind's own form, and where its fields are named there. */
export const folders: Record<Kind, { folder: string; labels: string }> = {
  contacts: { folder: 'record-histories', labels: 'fields' },
  users: { folder: 'users', labels: 'fields' },
  queues: { folder: 'queues', labels: 'fields' },
  settings: { folder: 'settings', labels: '' },
  companies: { folder: 'accounts', labels: 'fields' },
};
