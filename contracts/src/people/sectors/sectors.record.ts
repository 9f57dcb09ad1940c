import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { GREY, limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';
import { visible } from '../../kernel/texts/visible.ts';

const sector = record({
  name: 'sectors',
  kind: 'sector',
  fields: z.object({
    name: z
      .string({ error: 'Obrigatório' })
      .overwrite(visible)
      .min(1, 'Obrigatório')
      .min(3, 'Nome muito curto')
      .max(limits.name.max, 'Too Long!')
      .refine(f.storable, 'Invalid text'),
    color: f.color.default(GREY),
  }),
  base: '/sectors',
  orderBy: ['name'],
  searchIn: ['name'],
  may: { read: 'signed-in', write: 'sectors:write' },
  permissions: { 'sectors:write': ['admin'] },
  missing: 'ERR_NO_SECTOR_FOUND',
  errors: { ERR_NO_SECTOR_FOUND: { status: 404, message: 'Nenhum setor encontrado com este número.' } },
});

/** Departments of a company, one or none of which a user belongs to. */
export const sectors = {
  ...sector,
  routes: {
    ...sector.routes,
    list: {
      ...sector.routes.list,
      summary: 'A page of sectors; with `paginate=false`, all of them.',
      query: sector.routes.list.query.extend({ paginate: f.optionalFlag }),
    },
    create: { ...sector.routes.create, call: 'POST /sectors/cadastro' as const },
  },
};
export type SectorView = z.output<typeof sectors.view>;
