import { type ErrorCode, type Method, mayCall, Refused, type RouteDefinition } from '@prosa/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isApiKey } from './api-key.ts';
import type { CallKind } from './calls.ts';
import { fieldsOf } from './errors.ts';
import { isMultipart } from './form.ts';
import { takeTheirTime } from './raw.ts';
import type { Principal, Server, TokenHolder } from './server.ts';
import { takeUploads, type Uploads, uploadsOf } from './upload.ts';

/** The token of the checkout belongs to no session: none is newer. */
const NEWEST = Number.MAX_SAFE_INTEGER;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The input of a handler: the parts of the call as the route's schemas parsed them. `principal` is null for public calls. */
export type Called<Route extends RouteDefinition, P extends Principal> = {
  params: Parsed<Route['params']>;
  query: Parsed<Route['query']>;
  body: Parsed<Route['body']>;
  principal: Route['may'] extends 'public' ? null : Route['may'] extends 'connection-token' ? TokenHolder : P;
  /** The files of the call; null if it sends JSON. With files `body` is undefined: its fields come between them. */
  upload: Route extends { upload: object } ? Uploads | null : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Answer<Route extends RouteDefinition> = z.output<Route['reply']> | FastifyReply;
export type Handler<Route extends RouteDefinition, P extends Principal> = (
  called: Called<Route, P>,
) => Answer<Route> | Promise<Answer<Route>>;

/**
 * Registers a call of the contract below `/api`. First the caller is authenticated and authorised, then params, query and body are
 * validated; then, when its company has room, `handler` runs. The call is answered with the handler's result, unless the handler has sent
 * something else through `reply`.
 */
export const implement = <const Route extends RouteDefinition, P extends Principal>(
  app: Server<P>,
  route: Route,
  handler: Handler<Route, P>,
): void => {
  const [method, path] = route.call.split(' ') as [Method, string];
  const { tokens, authenticate, apiKeys, connectionTokens, calls, readAnonymously } = app.prosa;
  const isForConnections = route.may === 'connection-token';
  const knowsCallers = isForConnections ? connectionTokens : tokens && authenticate;
  if (route.may !== 'public' && !knowsCallers) throw new Error(`${route.call} needs a server that knows who calls.`);
  const principals = new WeakMap<FastifyRequest, P | TokenHolder>();

  const authorise = async (request: FastifyRequest): Promise<void> => {
    if (isForConnections) {
      const token = connectionToken(request.headers.authorization);
      if (!token) throw new Refused('ERR_UNAUTHENTICATED');
      principals.set(request, await connectionTokens!(token, request));
      return;
    }
    const token = bearer(request.headers.authorization);
    if (!token) throw new Refused('ERR_UNAUTHENTICATED');
    const checkout = route.checkout ? await tokens!.verifyCheckout(token) : null;
    const principal =
      apiKeys && isApiKey(token)
        ? await apiKeys(token, request)
        : await authenticate!(checkout ? { ...checkout, version: NEWEST } : await tokens!.verifyAccess(token), request);
    if (!mayCall(route, principal)) throw new Refused('ERR_NO_PERMISSION');
    principals.set(request, principal);
  };

  const ids = idsIn(route.params);
  const { upload } = route;
  const add = (scope: FastifyInstance) =>
    scope.route({
      method,
      url: `/api${path}`,
      schema: {
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        // The fields of a form are only known after its files have arrived.
        ...(route.body && !upload && { body: route.body }),
      },
      ...(route.missing && { config: { missing: route.missing as ErrorCode } }),
      onRequest: async (request) => {
        if (route.may !== 'public') await authorise(request);
        else if (method === 'GET') readAnonymously(request.ip);
        const named = request.params as Record<string, string>;
        if (ids.some((name) => WORD.test(named[name] ?? ''))) throw new Refused('ERR_NOT_FOUND');
        if (upload && isMultipart(request)) takeTheirTime.add(request.raw);
      },
      preValidation: async (request) => {
        request.query = withoutEmpty(request.query as Query);
      },
      handler: async (request, reply) => {
        const principal = principals.get(request) ?? null;
        const uploads = upload && uploadsOf(request, upload);
        const called = {
          params: route.params && request.params,
          query: route.query && request.query,
          body: route.body && (upload ? (uploads ? undefined : checked(route.body, request.body)) : request.body),
          upload: uploads,
          principal,
          request,
          reply,
        } as Called<Route, P>;
        // Callers without a session have no company, and limits of their own (sign-in, anonymous reads).
        const answer = await (principal
          ? calls.run(principal.companyId, uploads ? 'upload' : kindOf(request.query), () => handler(called))
          : handler(called));
        // Sent by the handler itself. A reply cannot be recognised as the result: to await one is to wait for its end.
        if (reply.sent || reply.raw.headersSent) return reply;
        // Fastify sends no body for null.
        if (route.status && reply.statusCode === 200) reply.status(route.status);
        // An answer for one user must not be cached for the next user of the same browser.
        reply.header('cache-control', 'no-store');
        if (route.status !== 204) reply.type('application/json; charset=utf-8');
        return reply.send(route.status === 204 ? undefined : JSON.stringify(answer ?? null));
      },
    });
  if (!upload) add(app);
  else
    app.register(async (scope) => {
      takeUploads(scope, upload);
      add(scope);
    });
};

/** A part of an address, not an id: `/companies/list` is no company, but an address that there is not. */
const WORD = /^[a-z]+(-[a-z]+)*$/;
const SOME_ID = '00000000-0000-7000-8000-000000000000';

/** The parameters that are ids. */
const idsIn = (params: z.ZodObject | undefined): string[] =>
  Object.entries(params?.shape ?? {}).flatMap(([name, schema]) => {
    const takes = (value: string) => (schema as z.ZodType).safeParse(value).success;
    return takes(SOME_ID) && !takes('word') ? [name] : [];
  });

/** Validates a body that Fastify has not validated. Throws Refused ERR_VALIDATION, with a message for each field. */
export const checked = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message }));
  throw new Refused('ERR_VALIDATION', { fields: fieldsOf(issues) });
};

type Query = Record<string, unknown>;
/** Without the parameters that are empty: forms send each field that was not filled in. */
const withoutEmpty = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** In every call with a text search the contract names the parameter `searchParam`; for messages `description`. */
const kindOf = (query: unknown): CallKind => {
  const { searchParam, description } = (query ?? {}) as { searchParam?: unknown; description?: unknown };
  return searchParam || description ? 'search' : 'other';
};

const bearer = (header: string | undefined): string | undefined => /^bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
/** A token that people have made up may have any characters. */
const connectionToken = (header: string | undefined): string | undefined => /^bearer +(\S.*?) *$/i.exec(header ?? '')?.[1];

/** Sends the caller the position of what its command wrote, or of what its query has seen (decisions 5 and 32). */
export const answerPosition = (reply: FastifyReply, position: bigint): void => {
  reply.header('prosa-position', position.toString());
};
