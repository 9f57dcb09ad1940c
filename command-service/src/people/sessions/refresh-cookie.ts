import { REFRESH_COOKIE } from '@prosa/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from './sessions.ts';

/** Attributes of the sign-in cookies: not readable by scripts, not sent by other sites, and sent only to `/api/auth`. */
export const cookieFor = ({ protocol }: FastifyRequest) =>
  ({ path: '/api/auth', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' }) as const;

export const setRefreshCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
  reply.setCookie(REFRESH_COOKIE, token, { ...cookieFor(request), maxAge: SESSION_SECONDS });
