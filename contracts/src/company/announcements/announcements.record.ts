import { z } from 'zod';
import { event, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { changesOf, recordOf } from '../../kernel/record.ts';
import { fileEvent, noFileYet } from '../../kernel/record-file.ts';

const text = (max: number) =>
  z.string({ error: 'Obrigatório' }).trim().min(1, 'Obrigatório').max(max, 'Too Long!').refine(f.storable, 'Invalid text');

const fields = z.object({
  title: text(100),
  text: text(limits.automaticTextMax),
  /** 1 high, 2 medium, 3 low. */
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(3),
  /** Whether it is shown to all companies. */
  status: z.boolean().default(true),
});

const events = {
  created: event('announcement.created', fields.extend({ id: f.id, ...noFileYet })),
  changed: event('announcement.changed', changesOf(fields).extend({ id: f.id })),
  deleted: event('announcement.deleted', z.object({ id: f.id })),
  pictured: fileEvent('announcement.pictured'),
};

const announcement = recordOf(
  {
    name: 'announcements',
    listAs: 'records',
    kind: 'announcement',
    fields,
    file: {
      what: 'a picture, PNG or JPEG',
      upload: { maxBytes: limits.mediaBytes.image, kinds: ['image'], many: false },
      // The types of picture that a browser shows by itself.
      accepts: ['image/png', 'image/jpeg'],
    },
    base: '/announcements',
    orderBy: ['priority', 'title'],
    searchIn: ['title'],
    channel: 'company-announcement',
    reach: 'platform',
    may: { read: 'signed-in', write: 'announcements:write' },
    permissions: { 'announcements:write': ['super'] },
    missing: 'ERR_NO_ANNOUNCEMENT_FOUND',
    errors: { ERR_NO_ANNOUNCEMENT_FOUND: { status: 404, message: 'Nenhum informativo encontrado com este número.' } },
  },
  { idField: 'id', events, filed: events.pictured },
);

/** An announcement as everybody sees it. `mediaPath` is the address of its picture, valid for some hours. */
export const AnnouncementView = announcement.view;
export type AnnouncementView = z.output<typeof AnnouncementView>;

/** News of the platform for all companies. Platform-level users keep them; everybody else sees those that are active. */
export const announcements = {
  ...announcement,
  routes: {
    list: route({
      call: 'GET /announcements/',
      may: 'signed-in',
      summary:
        'A page of the announcements, the most important first: to platform-level users all of them, with `status=true` and to everybody else the active ones.',
      query: f.page.extend({ ...f.after.shape, status: f.optionalFlag }),
      reply: z.object({ records: z.array(AnnouncementView), count: z.number(), hasMore: z.boolean() }),
    }),
    ...announcement.routes,
  },
};
