import { type AccessClaims, type ErrorReply, limits, type Profile, Refused } from '@prosa/contracts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { Histogram, type Registry } from 'prom-client';
import type { Logger } from '../kernel/log.ts';
import { anonymousReads } from './anonymous.ts';
import { type CallSizes, type CompanyCalls, companyCalls } from './calls.ts';
import { closeAnswered } from './closing.ts';
import { compressAnswers } from './compress.ts';
import { describeApi } from './docs.ts';
import { refusalOf, retryLater } from './errors.ts';
import { answerRaw, type BodyTimeouts, cutSlowBodies, methods } from './raw.ts';
import type { AccessTokens } from './tokens.ts';

/** The caller as a service knows it; a service adds the fields that it needs. */
export type Principal = {
  /** Of an API key: its own id. */
  userId: string;
  companyId: string;
  profile: Profile;
  super?: boolean;
  /** The scopes of an API key; undefined for a person. */
  scopes?: readonly string[] | undefined;
};

/** Whoever has the token of a connection. */
export type TokenHolder = { companyId: string; connectionId: string };

/** Resolves the claims of a valid token to the caller. Throws Refused: ERR_UNAUTHENTICATED if the session is no longer the newest. */
export type Authenticate<P extends Principal> = (claims: AccessClaims, request: FastifyRequest) => Promise<P> | P;

/** Resolves a bearer that is not an access token. Throws Refused: ERR_UNAUTHENTICATED if there is no such one. */
export type Bearer<Who> = (bearer: string, request: FastifyRequest) => Promise<Who>;

/** A Fastify server that answers every failure in the same format; `implement` adds its calls. */
export type Server<P extends Principal = Principal> = FastifyInstance & {
  readonly prosa: {
    tokens?: AccessTokens;
    authenticate?: Authenticate<P>;
    apiKeys?: Bearer<P>;
    connectionTokens?: Bearer<TokenHolder>;
    calls: CompanyCalls;
    /** Counts a read without a session by its address. Throws ERR_TOO_MANY_REQUESTS. */
    readAnonymously: (ip: string) => void;
  };
};

export type ServerOptions<P extends Principal> = {
  log: Logger;
  name: string;
  /** Both are needed for calls that are not public. */
  tokens?: AccessTokens;
  authenticate?: Authenticate<P>;
  /** Without it no API key is accepted. */
  apiKeys?: Bearer<P>;
  /** Needed for calls with the tokens of connections. */
  connectionTokens?: Bearer<TokenHolder>;
  /** The document of GET /api/openapi.json, which GET /api/docs shows. */
  openapi?: () => object;
  /** Where the durations of calls are recorded. */
  registry?: Registry;
  /** Maximum body size in bytes. */
  bodyLimit?: number;
  /** For tests: the limits per company. */
  calls?: CallSizes;
  /** For tests: the timeouts for bodies. */
  bodyTimeouts?: BodyTimeouts;
  /** Proxies that may name the original client of a call; such headers from others are ignored. */
  trustedProxies?: string[] | undefined;
};

/** Creates a server with the common body parsing, limits, errors and log lines; it does not listen yet. */
export const createServer = <P extends Principal = Principal>(options: ServerOptions<P>): Server<P> => {
  const { log, name, tokens, authenticate, openapi, registry, bodyLimit = limits.bodyBytes, bodyTimeouts } = options;
  // The launcher's origin runs on the same machine.
  const { trustedProxies = ['loopback'] } = options;
  const app = fastify({
    loggerInstance: log.child({ server: name }) as FastifyBaseLogger,
    // Fastify's own log lines contain whole URLs, and with them what people search for.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per call would cost more than most calls log.
    childLoggerFactory: (logger) => logger,
    bodyLimit,
    // Bodies have timeouts of their own (`cutSlowBodies`), which uploads may exceed.
    requestTimeout: 0,
    http: { headersTimeout: 30_000 },
    forceCloseConnections: 'idle',
    trustProxy: trustedProxies,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: answerRaw,
    frameworkErrors: (error, _, reply) => answerAddress(error, reply as unknown as FastifyReply),
  });
  app.setValidatorCompiler(validatorCompiler);
  readJsonBodies(app);
  cutSlowBodies(app.server, bodyTimeouts);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = refusalOf(error, request.routeOptions.config);
    if (status >= 500)
      request.log[status === 503 ? 'warn' : 'error']({ err: error, route: request.routeOptions.url }, 'a call failed');
    if (retryLater.has(body.error)) reply.header('retry-after', '1');
    if (typeof body.details?.retryAfter === 'number') reply.header('retry-after', String(body.details.retryAfter));
    return reply.status(status).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const isKnown = methods.includes(request.method);
    if (!isKnown) reply.header('allow', methods.join(', '));
    const { status, body } = refusalOf(new Refused(isKnown ? 'ERR_NOT_FOUND' : 'ERR_METHOD_NOT_ALLOWED'));
    return reply.status(status).send(body satisfies ErrorReply);
  });
  // On every answer, refusals included: none is what a browser guesses from its bytes.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  observe(app, registry);
  compressAnswers(app);
  closeAnswered(app);
  if (openapi) describeApi(app, openapi);
  return app.decorate('prosa', {
    tokens,
    authenticate,
    apiKeys: options.apiKeys,
    connectionTokens: options.connectionTokens,
    calls: companyCalls(options.calls, registry),
    readAnonymously: anonymousReads(),
  }) as unknown as Server<P>;
};

/** Answers an address that cannot be parsed. Fastify types this reply for its own errors; it sends ours too. */
const answerAddress = (error: unknown, reply: FastifyReply): void => {
  const { status, body } = refusalOf(error);
  reply.status(status).header('x-content-type-options', 'nosniff').send(body);
};

/** More than the body of any call has; far less than recursive code such as JSON.stringify can handle. */
const MAX_DEPTH = 100;

/** Whether the value is nested at most `left` levels deep. */
const isShallow = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value !== 'object' || value === null || (left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1)));

/** Accepts only JSON in valid UTF-8 of limited depth; an empty body counts as none. Bodies that would poison a prototype are refused. */
const readJsonBodies = (app: FastifyInstance): void => {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const refuse = (why: string) => done(Object.assign(new Error(why), { statusCode: 400 }), undefined);
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      return refuse('The body is not UTF-8.');
    }
    return parse(request, text, (error, read) => {
      if (error === null && !isShallow(read)) refuse('The body is nested too deeply.');
      else done(error, read);
    });
  });
};

/** Writes a log line and records a duration for each call, by its route: never by its URL, which may contain what somebody searched for. */
const observe = (app: FastifyInstance, registry: Registry | undefined): void => {
  const seconds =
    registry &&
    new Histogram({
      name: 'http_request_seconds',
      help: 'Time until a call was answered.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    seconds?.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    request.log.debug({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
};
