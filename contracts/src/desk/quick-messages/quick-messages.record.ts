import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { record } from '../../kernel/record.ts';
import { anyFile } from '../../media/media.contract.ts';

const text = (max: number) =>
  z
    .string({ error: 'Obrigatório' })
    .trim()
    .min(1, 'Obrigatório')
    .min(3, 'Mensagem muito curta')
    .max(max, 'Too Long!')
    .refine(f.storable, 'Invalid text');

const missing = 'ERR_NO_QUICK_MESSAGE_FOUND';

/**
 * Frequent answers, each with a short keyword and perhaps a file; with `userId` null they belong to everybody. Their file is sent like any
 * file that an attendant attaches.
 */
export const quickMessages = record({
  name: 'quickMessages',
  kind: 'quick-message',
  version: 3,
  fields: z.object({ shortcode: text(50), message: text(500), userId: f.id.nullish() }),
  file: { what: 'a file', upload: anyFile },
  upcasters: { created: [(data) => ({ ...data, mediaId: null, mediaName: null })] },
  owner: 'userId',
  base: '/quick-messages',
  idInBody: true,
  orderBy: ['shortcode'],
  searchIn: ['shortcode', 'message'],
  may: { read: 'signed-in', write: 'quick-messages:write' },
  permissions: { 'quick-messages:write': ['admin', 'supervisor', 'user'] },
  /** A macro that the same people see has it. */
  refuses: ['ERR_SHORTCUT_TAKEN'],
  missing,
  errors: { [missing]: { status: 404, message: 'Nenhuma resposta rápida encontrada com este número.' } },
});

/** A quick message as those see it who may use it. */
export const QuickMessageView = quickMessages.view;
export type QuickMessageView = z.output<typeof QuickMessageView>;
