import { REFRESH_COOKIE } from '@prosa/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from './sessions.ts';

/** How the cookies of sign-in are: for no script, no other site, and no call but those of `/api/auth`. */
export const cookieFor = ({ protocol }: FastifyRequest) =>
  ({ path: '/api/auth', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' }) as const;

export const setRefreshCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
  reply.setCookie(REFRESH_COOKIE, token, { ...cookieFor(request), maxAge: SESSION_SECONDS });
