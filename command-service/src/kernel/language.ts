import { fields, type Language } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';

/** The first language of the caller's `Accept-Language` that Prosa speaks; Portuguese if there is none. Browsers list them in order. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language => {
  for (const range of (headers['accept-language'] ?? '').split(',')) {
    const { data } = fields.language.safeParse(range.trim().slice(0, 2).toLowerCase());
    if (data) return data;
  }
  return 'pt';
};
