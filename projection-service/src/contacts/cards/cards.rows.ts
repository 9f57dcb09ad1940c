import { contactEvents, cardEvents as e, type Fact, tags } from '@prosa/contracts';
import { integer, nullable, position, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { defineRows, type Sweep } from '../../kernel/rows.ts';

const { changed, deleted } = tags.events;

/** Cards of the board, by the ids of their contacts. Forgotten texts are null; a removed card has no row. */
export const cardRows = defineRows({
  table: 'card',
  version: 2,
  events: e,
  columns: {
    id: uuid(),
    companyId: uuid(),
    /** Null: the first lane. */
    tagId: nullable(uuid()),
    /** The position of the event that brought it into its lane. */
    place: position(),
    observation: nullable(text()),
    description: nullable(text()),
    budgetedCents: nullable(integer()),
    negotiatedCents: nullable(integer()),
    addedAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, tag_id, place desc)', '(company_id, added_at desc, id desc)', '(tag_id)'],
  key: ({ data }) => data.contactId,
  begins: {
    CardAdded: ({ data: { contactId: id, from: _, addedAt, ...fields }, meta: { companyId, position: place, at } }) => ({
      id,
      companyId,
      ...fields,
      place,
      addedAt: new Date(addedAt),
      updatedAt: at,
    }),
  },
  changes: {
    CardMoved: (row, { data: { tagId }, meta }) => ({ ...row, tagId, place: meta.position, updatedAt: meta.at }),
    CardChanged: (row, { data: { contactId: _, ...changes }, meta }) => ({ ...row, ...changes, updatedAt: meta.at }),
    CardRemoved: () => null,
  },
  sweeps: {
    // The card itself goes with the deleted contact.
    [contactEvents.ContactForgotten.type]: ({ data }) => ({
      where: { id: (data as { contactId: string }).contactId },
      set: { observation: null, description: null },
    }),
    [deleted.type]: ({ data }) => toFirstLane(data),
    // A lane that becomes a label.
    [changed.type]: ({ data }) => ((data as { kanban?: number }).kanban === 0 ? toFirstLane(data) : null),
  },
});
export type CardRow = NonNullable<ReturnType<typeof cardRows.fold>>;

/** The cards of a tag that is no lane any more. */
const toFirstLane = (data: Fact['data']): Sweep<{ tagId: string | null }> => ({
  where: { tagId: (data as { id: string }).id },
  set: { tagId: null },
});

/** Cards by lane, and the sums of their values in cents. */
export const laneTallies = defineCounter({
  table: 'lane_tally',
  version: 1,
  of: cardRows,
  columns: { tagId: nullable(uuid()) },
  sums: ['budgeted', 'negotiated'],
  group: ({ tagId, budgetedCents, negotiatedCents }) => ({
    tagId,
    budgeted: budgetedCents ?? 0,
    negotiated: negotiatedCents ?? 0,
  }),
  push: { channel: 'laneTally', rooms: (companyId) => [`board:${companyId}`] },
});
