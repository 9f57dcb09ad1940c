import { menuEvents, type OptionView } from '@prosa/contracts';
import { integer, json, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

type Media = { mediaId: string; kind: NonNullable<OptionView['mediaType']>; name: string | null };

/** The options of the queues' menus. */
export const optionRows = defineRows({
  table: 'queue_option',
  version: 1,
  events: menuEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    queueId: uuid(),
    parentId: nullable(uuid()),
    option: integer(),
    title: text(),
    message: text(),
    media: nullable(json<Media>()),
    updatedAt: time(),
  },
  indexes: ['(company_id, queue_id)'],
  key: ({ data }) => data.optionId,
  begins: {
    OptionCreated: ({ data: { optionId, media, ...option }, meta }) => ({
      ...option,
      id: optionId,
      companyId: meta.companyId,
      media: media && mediaOf(media),
      updatedAt: meta.at,
    }),
  },
  changes: {
    OptionChanged: (row, { data: { title = row.title, message = row.message, media }, meta }) => ({
      ...row,
      title,
      message,
      media: media === undefined ? row.media : media && mediaOf(media),
      updatedAt: meta.at,
    }),
    OptionMoved: (row, { data: { parentId, option }, meta }) => ({ ...row, parentId, option, updatedAt: meta.at }),
    OptionDeleted: () => null,
  },
});

const mediaOf = ({ mediaId, kind, name }: Media): Media => ({ mediaId, kind, name });
