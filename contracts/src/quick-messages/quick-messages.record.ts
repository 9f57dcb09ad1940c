import { z } from 'zod';
import * as f from '../kernel/fields.ts';
import { record } from '../kernel/record.ts';

const text = (max: number) =>
  z
    .string({ error: 'Obrigatório' })
    .trim()
    .min(1, 'Obrigatório')
    .min(3, 'Mensagem muito curta')
    .max(max, 'Too Long!')
    .refine(f.storable, 'Invalid text');

/** Frequent answers, each with a short keyword; with `userId` null they belong to everybody. */
export const quickMessages = record({
  name: 'quickMessages',
  kind: 'quick-message',
  version: 2,
  fields: z.object({ shortcode: text(50), message: text(500), userId: f.id.nullish() }),
  owner: 'userId',
  base: '/quick-messages',
  idInBody: true,
  orderBy: ['shortcode'],
  searchIn: ['shortcode', 'message'],
  may: { read: 'signed-in', write: 'quick-messages:write' },
  permissions: { 'quick-messages:write': ['admin', 'supervisor', 'user'] },
  missing: 'ERR_NO_QUICK_MESSAGE_FOUND',
  errors: { ERR_NO_QUICK_MESSAGE_FOUND: { status: 404, message: 'Nenhuma resposta rápida encontrada com este número.' } },
});
