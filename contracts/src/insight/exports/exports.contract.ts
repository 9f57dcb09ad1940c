import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

/** The signed head of a company's log (infra/verify). */
export const AuditHead = z.object({
  /** The name of the log. */
  origin: z.string(),
  /** The installation's public key for it, to be kept beside exports. */
  key: z.string(),
  /** How many events it has. */
  size: z.number().int(),
  signedAt: f.at,
  /** The head as a signed note, after the proof that an older one is its beginning, if that was asked for: a file to keep. */
  text: z.string(),
});
export type AuditHead = z.output<typeof AuditHead>;

/** What a company exports with a proof. */
export const exports = manifest({
  name: 'exports',
  routes: {
    head: route({
      call: 'GET /audit/head',
      may: 'exports:make',
      summary:
        "The newest signed head of the company's log, with the proof that the log of `old` events is its beginning. Whoever keeps heads can show later that nothing was cut off or rewritten.",
      query: z.object({ old: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
      refuses: ['ERR_LOG_SIZE', 'ERR_LOG_DIFFERS'],
      reply: AuditHead,
    }),
  },
  permissions: { 'exports:make': ['admin'] },
  errors: {
    ERR_LOG_SIZE: { status: 400, message: 'O registro ainda não tem tantos eventos.' },
    ERR_LOG_DIFFERS: {
      status: 409,
      message: 'O registro não confere com o último topo assinado. Avise quem opera a instalação.',
    },
  },
});
