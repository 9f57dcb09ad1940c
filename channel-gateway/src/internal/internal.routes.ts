import {
  ASK_TIMEOUT_MS,
  ConnectionSecrets,
  fields,
  type GatewayAnswer,
  GatewayQuestion,
  gatewayCalls,
  Refused,
} from '@prosa/contracts';
import { INTERNAL_SIGNATURE, type InternalCalls, type Server } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { GatewayServices } from '../channels/provider.port.ts';
import type { Providers } from '../channels/provider.registry.ts';
import type { oldestWaiting } from '../outbox/waiting.ts';
import type { SecretTable } from './secret.table.ts';

/** The answer must reach the caller before the caller gives up. */
const ANSWER_MS = ASK_TIMEOUT_MS - 500;

/**
 * `PUT /internal/connections/{id}/secrets` and `POST /internal/ask`: what the command side says and asks directly (`gatewayCalls`). Signed,
 * and not on the product's one origin.
 */
export const internalRoutes = (
  app: Server,
  {
    calls,
    secrets,
    providers,
    services,
    waitingSince,
  }: {
    calls: InternalCalls;
    secrets: Pick<SecretTable, 'put'>;
    providers: Pick<Providers, 'of'>;
    services: GatewayServices;
    waitingSince: ReturnType<typeof oldestWaiting>;
  },
): void => {
  // The signature is over the bytes as they came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  const signed = <Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers[INTERNAL_SIGNATURE];
    const isSigned = calls.isSigned(
      typeof signature === 'string' ? signature : undefined,
      request.method,
      request.raw.url ?? '',
      body,
    );
    if (!isSigned) throw new Refused('ERR_UNAUTHENTICATED');
    const parsed = schema.safeParse(jsonOf(body));
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
    throw new Refused('ERR_VALIDATION', { fields: Object.fromEntries(issues) });
  };

  app.put(gatewayCalls.secrets(':connectionId'), async (request, reply) => {
    const said = signed(request, ConnectionSecrets);
    const id = fields.id.safeParse((request.params as { connectionId: string }).connectionId).data;
    if (id === undefined) throw new Refused('ERR_NO_WAPP_FOUND');
    const known = await services.askConnection(id);
    if (known && (known.deleted || known.companyId !== said.companyId)) throw new Refused('ERR_NO_WAPP_FOUND');
    const owner = { id, companyId: said.companyId };
    await secrets.put(owner, said);
    await services.nudge(owner);
    return reply.status(204).send();
  });

  app.post(gatewayCalls.ask, async (request): Promise<GatewayAnswer> => {
    const question = signed(request, GatewayQuestion);
    if ('connectionId' in question) {
      const known = await services.askConnection(question.connectionId);
      if (!known || known.deleted || known.companyId !== question.companyId) throw new Refused('ERR_NO_WAPP_FOUND');
    }
    if (question.kind === 'queue')
      return { kind: 'queue', waitingSince: (await waitingSince(question.connectionId))?.toISOString() ?? null };
    const ask = providers.of(question)?.answers;
    const signal = AbortSignal.timeout(ANSWER_MS);
    const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
    const answer = await Promise.race([ask?.(question, services, signal) ?? null, late]).catch((err: unknown) => {
      request.log.warn({ err, kind: question.kind }, 'a question of the command side could not be answered');
      return null;
    });
    if (!answer) throw new Refused('ERR_BUSY');
    return answer;
  });
};

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new Refused('ERR_BAD_REQUEST');
  }
};
