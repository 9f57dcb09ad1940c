import { z } from 'zod';
import { event, type FactOf, type RouteDefinition, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { MediaFacts, MediaKind } from '../../media/media.facts.ts';

/** An option's file belongs to the company: nothing of it is personal. */
const OptionMedia = MediaFacts.extend({ name: z.string().nullable(), sha256: z.string() });

const own = {
  title: z
    .string({ error: 'Required' })
    .overwrite(visible)
    .min(1, 'Required')
    .max(limits.menuTitle, 'Too Long!')
    .refine(f.storable, 'Invalid text'),
  message: f.automaticText,
};
const place = { parentId: f.id.nullable(), option: z.number().int().positive() };

/**
 * Stream `menus-{companyId}`: the options of the menus of all queues. `option` is its number among its siblings, which have 1, 2,
 * 3 and so on. The options below a deleted one are deleted each by an event of its own.
 */
export const menuEvents = {
  OptionCreated: event(
    'OptionCreated',
    z.object({
      optionId: f.id,
      queueId: f.id,
      ...place,
      ...own,
      message: f.text(limits.automaticTextMax),
      media: OptionMedia.nullable(),
    }),
  ),
  OptionChanged: event(
    'OptionChanged',
    z.object({
      optionId: f.id,
      title: own.title.optional(),
      message: f.text(limits.automaticTextMax).optional(),
      media: OptionMedia.nullable().optional(),
    }),
  ),
  OptionMoved: event('OptionMoved', z.object({ optionId: f.id, ...place })),
  OptionDeleted: event('OptionDeleted', z.object({ optionId: f.id })),
};
export type MenuFact = FactOf<typeof menuEvents>;

/** `-1`, or nothing: the top of the menu. */
const parentId = z
  .union([f.id, z.literal(-1), z.literal('-1'), z.literal('')])
  .nullish()
  .transform((given) => (given === undefined ? undefined : typeof given === 'string' && given.length > 2 ? given : null));
const option = z.coerce.number().int().min(1).max(limits.menuChoices).optional();

/** The body that creates an option, as JSON or as the fields of a form. Without `option` it becomes the last one. */
export const OptionBody = z.object({ queueId: f.id, parentId, option, ...own });
/** The body that changes an option; `parentId` and `option` move it. */
export const OptionChanges = z.object({
  title: own.title.optional(),
  message: f.text(limits.automaticTextMax).optional(),
  parentId,
  option,
});

/** An option; `parentId` null is the top of its queue's menu. */
export const OptionView = z.object({
  id: f.id,
  queueId: f.id,
  parentId: f.id.nullable(),
  option: z.number(),
  title: z.string(),
  message: z.string(),
  /** The address of its file, good for some hours. */
  mediaPath: z.string().nullable(),
  mediaType: MediaKind.nullable(),
  mediaName: z.string().nullable(),
});
export type OptionView = z.output<typeof OptionView>;

const upload = {
  maxBytes: limits.mediaBytes.document,
  kinds: ['image', 'audio', 'video', 'document'],
  many: false,
} as const satisfies RouteDefinition['upload'];
const files = [
  'ERR_VALIDATION',
  'ERR_MEDIA_EMPTY',
  'ERR_MEDIA_KIND',
  'ERR_MEDIA_STORE',
  'ERR_NO_MEDIA_FOUND',
  'ERR_NO_CONTACT_FOUND',
];
const one = { params: f.idParam, missing: 'ERR_NO_OPTION_FOUND' } as const;
/** An option without the address of its file. */
const OptionOwn = OptionView.omit({ mediaPath: true });

export const menuRoutes = {
  list: route({
    call: 'GET /queue-options',
    may: 'signed-in',
    summary:
      'The options of a queue, or of all queues, below one of them, or (`parentId` -1 or none) at the top; `children` are those below each.',
    query: f.after.extend({ queueId: f.id.optional(), parentId: z.union([f.id, z.literal('-1')]).optional() }),
    refuses: ['ERR_NO_QUEUE_FOUND'],
    reply: z.array(OptionView.extend({ children: z.array(OptionView.loose()) })),
  }),
  create: route({
    call: 'POST /queue-options',
    may: 'queues:write',
    summary: 'Creates an option, as JSON or as a form (multipart/form-data) of the same fields with a file.',
    body: OptionBody,
    upload: { ...upload, form: OptionBody },
    refuses: [...files, 'ERR_NO_QUEUE_FOUND', 'ERR_MENU_LIMIT', 'ERR_NO_OPTION_FOUND'],
    reply: OptionOwn,
    status: 201,
  }),
  change: route({
    ...one,
    call: 'PUT /queue-options/:id',
    may: 'queues:write',
    summary: 'Changes an option, or moves it with `parentId` and `option`; a file of the form takes the place of its file.',
    body: OptionChanges,
    upload: { ...upload, form: OptionChanges },
    refuses: [...files, 'ERR_MENU_LIMIT'],
    reply: OptionOwn,
  }),
  deleteMedia: route({
    ...one,
    call: 'PUT /queue-options/deleteMedia/:id',
    may: 'queues:write',
    summary: 'Removes the file of an option.',
    reply: OptionOwn,
  }),
  delete: route({
    ...one,
    call: 'DELETE /queue-options/:id',
    may: 'queues:write',
    summary: 'Deletes an option, with all below it.',
    reply: z.null(),
  }),
};

/** The menus of the queues. */
export const menus = manifest({
  name: 'menus',
  events: menuEvents,
  routes: menuRoutes,
  pushes: { queueOption: ['create', 'update', 'delete'] },
  errors: {
    ERR_NO_OPTION_FOUND: { status: 404, message: 'Nenhuma opção encontrada com este número.' },
    ERR_MENU_LIMIT: { status: 409, message: 'O menu chegou ao seu limite de opções.' },
  },
});
