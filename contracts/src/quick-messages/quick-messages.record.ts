import { z } from 'zod';
import { event } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { changesOf, listRoutes, recordOf } from '../kernel/record.ts';
import { fileEvent, fileRoutes, noFileYet, recordFile, shownFile } from '../kernel/record-file.ts';
import { anyFile } from '../media/media.contract.ts';

const text = (max: number) =>
  z
    .string({ error: 'Obrigatório' })
    .trim()
    .min(1, 'Obrigatório')
    .min(3, 'Mensagem muito curta')
    .max(max, 'Too Long!')
    .refine(f.storable, 'Invalid text');

const fields = z.object({ shortcode: text(50), message: text(500), userId: f.id.nullish() });
const missing = 'ERR_NO_QUICK_MESSAGE_FOUND';
const name = 'quickMessages';
const base = '/quick-messages';
const may = { read: 'signed-in', write: 'quick-messages:write' } as const;

const events = {
  created: event('quick-message.created', fields.extend({ id: f.id, ...noFileYet }), 2, [
    (data) => ({ ...data, mediaId: null, mediaName: null }),
  ]),
  changed: event('quick-message.changed', changesOf(fields).extend({ id: f.id })),
  deleted: event('quick-message.deleted', z.object({ id: f.id })),
  filed: fileEvent('quick-message.filed'),
};

const made = recordOf(
  {
    name,
    kind: 'quick-message',
    version: 3,
    fields,
    kept: z.object(recordFile),
    owner: 'userId',
    base,
    idInBody: true,
    orderBy: ['shortcode'],
    searchIn: ['shortcode', 'message'],
    may,
    permissions: { 'quick-messages:write': ['admin', 'supervisor', 'user'] },
    missing,
    errors: { [missing]: { status: 404, message: 'Nenhuma resposta rápida encontrada com este número.' } },
  },
  { idField: 'id', events, filed: events.filed },
);

/** What a command answers: the quick message's own fields. */
const own = made.view.omit({ mediaId: true, mediaName: true });

/** A quick message as those see it who may use it. */
export const QuickMessageView = own.extend(shownFile);
export type QuickMessageView = z.output<typeof QuickMessageView>;

const page = z.object({ quickMessages: z.array(QuickMessageView), count: z.number(), hasMore: z.boolean() });
const { show, create, change, changeNamed } = made.routes;

/**
 * Frequent answers, each with a short keyword and perhaps a file; with `userId` null they belong to everybody. Their file is sent like any
 * file that an attendant attaches.
 */
export const quickMessages = {
  ...made,
  isPlain: true as const,
  view: QuickMessageView,
  routes: {
    ...listRoutes({ name, base, may }, page),
    ...made.routes,
    show: { ...show, reply: QuickMessageView },
    create: { ...create, reply: own },
    change: { ...change, reply: own },
    changeNamed: { ...changeNamed!, reply: own },
    ...fileRoutes({ base, may: may.write, missing, what: 'a file', upload: anyFile }),
  },
};
