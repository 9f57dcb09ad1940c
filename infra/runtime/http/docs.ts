import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { guide } from './docs.guide.ts';

/** The parts of an OpenAPI document that the page uses. */
export type Document = {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Record<string, unknown> & { description?: string }>>;
  'x-errors'?: Record<string, { status: number; message: string }>;
};

/** The page's scripts and styles come from this origin, and it sends requests only to this origin. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** Adds to the document a guide above the calls and a table of all error codes. */
const explained = (document: Document): Document => {
  const rows = Object.entries(document['x-errors'] ?? {}).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message.replaceAll('|', '\\|')} |`,
  );
  const errors = ['| Code | Status | Message |', '| --- | --- | --- |', ...rows].join('\n');
  return { ...document, info: { ...document.info, description: `${guide}\n${errors}\n` } };
};

/**
 * Serves the API description as a document for programs (GET /api/openapi.json) and as a page for people (/api/docs), built on first
 * request.
 */
export const describeApi = (app: FastifyInstance, openapi: () => object): void => {
  let json: string | undefined;
  let shown: Document | undefined;
  app.get('/api/openapi.json', (_, reply) => {
    json ??= JSON.stringify(openapi());
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.register(async (scope) => {
    const document = { openapi: '3.1.0', info: { title: 'Prosa', version: '1' }, paths: {} };
    await scope.register(swagger, { mode: 'static', specification: { document } });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      theme: { title: 'Prosa API' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        defaultModelsExpandDepth: -1,
        displayRequestDuration: true,
        filter: true,
      },
      transformSpecification: () => {
        shown ??= explained(openapi() as Document);
        return shown;
      },
      transformSpecificationClone: false,
    });
    scope.addHook('onSend', (_, reply, payload, done) => {
      reply.header('x-content-type-options', 'nosniff');
      done(null, payload);
    });
  });
};
