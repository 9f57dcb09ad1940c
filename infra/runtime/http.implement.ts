import { type ErrorCode, grants, type Method, type Permission, Refused, type RouteDefinition } from '@prosa/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallKind } from './http.calls.ts';
import type { Principal, Server } from './http.server.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a handler is given: the parts of the call as the route's schemas made them. `principal` is null for public calls. */
export type Called<Route extends RouteDefinition, P extends Principal> = {
  params: Parsed<Route['params']>;
  query: Parsed<Route['query']>;
  body: Parsed<Route['body']>;
  principal: Route['may'] extends 'public' ? null : P;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Answer<Route extends RouteDefinition> = z.output<Route['reply']> | FastifyReply;
export type Handler<Route extends RouteDefinition, P extends Principal> = (
  called: Called<Route, P>,
) => Answer<Route> | Promise<Answer<Route>>;

/**
 * Registers a call of the contract below `/api`. First it is decided who calls and whether they may, then its params, query and body
 * are checked, then `handler` answers, once its company has room for it, with the reply, or with `reply` itself where it has sent
 * something else.
 */
export const implement = <const Route extends RouteDefinition, P extends Principal>(
  app: Server<P>,
  route: Route,
  handler: Handler<Route, P>,
): void => {
  const [method, path] = route.call.split(' ') as [Method, string];
  const { tokens, authenticate, calls } = app.prosa;
  if (route.may !== 'public' && !(tokens && authenticate)) throw new Error(`${route.call} needs a server that knows who calls.`);
  const principals = new WeakMap<FastifyRequest, P>();

  const authorise = async (request: FastifyRequest): Promise<void> => {
    const token = bearer(request.headers.authorization);
    if (!token) throw new Refused('ERR_UNAUTHENTICATED');
    const principal = await authenticate!(await tokens!.verifyAccess(token), request);
    if (!grants(route.may as Permission, principal)) throw new Refused('ERR_NO_PERMISSION');
    principals.set(request, principal);
  };

  app.route({
    method,
    url: `/api${path}`,
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
    },
    ...(route.missing && { config: { missing: route.missing as ErrorCode } }),
    ...(route.may !== 'public' && { onRequest: authorise }),
    handler: async (request, reply) => {
      const principal = principals.get(request) ?? null;
      const called = {
        params: route.params && request.params,
        query: route.query && request.query,
        body: route.body && request.body,
        principal,
        request,
        reply,
      } as Called<Route, P>;
      // Whoever calls without a session has no company, and a budget of its own (sign-in).
      const answer = await (principal
        ? calls.run(principal.companyId, kindOf(request.query), () => handler(called))
        : handler(called));
      if ((answer as unknown) === reply) return reply;
      // Fastify would send nothing for null.
      if (route.status && reply.statusCode === 200) reply.status(route.status);
      // What one user may see is not for the next one at the same browser.
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.send(JSON.stringify(answer ?? null));
    },
  });
};

/** Wherever words are looked for, the contract names them `searchParam`. */
const kindOf = (query: unknown): CallKind => ((query as { searchParam?: unknown } | null)?.searchParam ? 'search' : 'other');

const bearer = (header: string | undefined): string | undefined => /^bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];

/** Tells the caller the position of what its command wrote, or of what its query saw (ADR 7 and 20). */
export const answerPosition = (reply: FastifyReply, position: bigint): void => {
  reply.header('prosa-position', position.toString());
};
