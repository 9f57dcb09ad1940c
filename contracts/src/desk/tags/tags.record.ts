import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { GREY, limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';
import { visible } from '../../kernel/texts/visible.ts';

const tag = record({
  name: 'tags',
  kind: 'tag',
  fields: z.object({
    name: z
      .string({ error: 'Obrigatório' })
      .overwrite(visible)
      .min(1, 'Obrigatório')
      .min(3, 'Mensagem muito curta')
      .max(limits.name.max, 'Too Long!')
      .refine(f.storable, 'Invalid text'),
    color: f.color.default(GREY),
    kanban: z.union([z.literal(0), z.literal(1)]).default(0),
  }),
  /** Number of tickets that have the tag, including closed ones, and of their customers; of a lane, the contacts on the board in it. */
  counted: z.object({ ticketsCount: z.number().int(), contactCount: z.number().int() }),
  author: 'userId',
  version: 2,
  // The first version did not name the author, but the event's actor does.
  upcasters: { created: [(data, { actor }) => ({ ...data, userId: actor.kind === 'user' ? actor.id : null })] },
  base: '/tags',
  orderBy: ['name'],
  searchIn: ['name'],
  may: { read: 'signed-in', write: 'tags:write' },
  permissions: { 'tags:write': ['admin', 'supervisor', 'user'] },
  missing: 'ERR_NO_TAG_FOUND',
  errors: { ERR_NO_TAG_FOUND: { status: 404, message: 'Nenhuma tag encontrada com este número.' } },
});

/** Labels on tickets; those with `kanban` set are lanes of the board and not offered as labels. */
export const tags = {
  ...tag,
  /** `new-message`: a ticket that has the tag got a message. */
  pushes: { tag: [...tag.pushes.tag, 'new-message' as const] },
  routes: {
    ...tag.routes,
    list: {
      ...tag.routes.list,
      summary: 'A page of the labels; with `kanban=true`, of the lanes.',
      query: tag.routes.list.query.extend({ kanban: f.flag }),
    },
    lanes: route({
      call: 'GET /tags/kanban',
      may: 'signed-in',
      summary: 'All lanes of the board.',
      query: f.after,
      reply: z.object({ lista: z.array(tag.view) }),
    }),
  },
};
export type TagView = z.output<typeof tags.view>;
