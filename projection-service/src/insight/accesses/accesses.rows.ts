import { accessEvents, exportEvents, fields } from '@prosa/contracts';
import { nullable, position, text, time, uuid, uuids } from '../../kernel/columns.ts';
import { defineLog } from '../../kernel/rows.ts';

/** Who looked at what, in one list with who exported and who took an export away. */
export const accessRows = defineLog({
  table: 'access',
  version: 1,
  events: { ...accessEvents, ...exportEvents },
  columns: {
    position: position(),
    companyId: uuid(),
    at: time(),
    actorKind: text<'user' | 'integration' | 'platform'>(),
    actorId: text(),
    kind: text(),
    /** Null: exports, which have tickets or everything. */
    subjectKind: nullable(text()),
    subjectId: nullable(text()),
    /** The same id where it is one: a setting has a key. */
    recordId: nullable(uuid()),
    /** The tickets that were looked at or exported; null: everything of the company, or what is none. */
    ticketIds: nullable(uuids()),
    exportId: nullable(uuid()),
  },
  id: 'position',
  indexes: [
    '(company_id, at desc, position desc)',
    '(company_id, actor_id, at desc, position desc)',
    '(company_id, record_id)',
    '(export_id)',
    'using gin (company_id, ticket_ids)',
  ],
  entry: (fact) => {
    const { companyId, actor, at, position: place } = fact.meta;
    const actorKind = actor.companyId !== undefined ? 'platform' : actor.kind === 'integration' ? 'integration' : 'user';
    const row = { position: place, companyId, at, actorKind, actorId: actor.id } as const;
    const none = { subjectKind: null, subjectId: null, recordId: null, ticketIds: null, exportId: null };
    switch (fact.type) {
      case 'Accessed': {
        const { kind, subject, at: looked } = fact.data;
        const recordId = fields.id.safeParse(subject.id).success ? subject.id : null;
        const ticketIds = subject.kind === 'ticket' && recordId ? [recordId] : null;
        const of = { subjectKind: subject.kind, subjectId: subject.id, recordId, ticketIds };
        return { ...row, ...none, ...of, at: new Date(looked), kind };
      }
      case 'ExportRequested':
        return { ...row, ...none, kind: 'export', ticketIds: fact.data.ticketIds, exportId: fact.data.exportId };
      case 'ExportFetched':
        return { ...row, ...none, kind: 'download', exportId: fact.data.exportId };
    }
  },
});
