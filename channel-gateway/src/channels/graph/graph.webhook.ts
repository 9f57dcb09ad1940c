import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { fields, limits, Refused } from '@prosa/contracts';
import type { Server } from '@prosa/infra/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection, GatewayServices } from '../provider.port.ts';
import { partOf, partsOf } from './graph.lines.ts';
import type { GraphParked, Parked } from './graph.parked.ts';
import { businessIn, type Entry, type Told, type WebhookReader } from './graph.reader.ts';
import { reportTold } from './graph.reporting.ts';
import type { GraphSettings } from './graph.settings.ts';

const PATH = '/webhooks/meta';
/** Meta delivers again, so it need not wait until the bus gives up. */
const DURABLE_MS = 5_000;
const CHALLENGE = /^[\w.-]{1,200}$/;

/**
 * `/webhooks/meta`, which Meta calls for all accounts of the installation's app, and `/webhooks/meta/{connectionId}` for a company with an
 * app of its own. 200 when everything is durable, 503 when it is not: Meta then delivers again. A wrong signature is the only call that is
 * refused, as Meta ends a subscription whose webhooks are.
 */
export const graphWebhook = (
  app: Server,
  {
    services,
    readers,
    settings,
    parked,
  }: { services: GatewayServices; readers: readonly WebhookReader[]; settings: GraphSettings; parked: GraphParked },
): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.metaWebhookBytes }, (_, body, done) => done(null, body));

  /** `err`: why it is not reported; null: it is, as a line that says that it cannot be shown. */
  const park = async (connection: Connection, of: Omit<Parked, 'isReported'>, err: unknown, request: FastifyRequest) => {
    request.log.warn(
      { ...(err !== null && { err }), connectionId: connection.id },
      'a webhook of Meta has something that cannot be read; it was put aside',
    );
    await parked.put(services, connection, { ...of, isReported: err === null });
  };

  /** Reports everything of a body. `own`: the only connection that it may concern. */
  const reportAll = async (body: Buffer, own: Connection | null, request: FastifyRequest): Promise<void> => {
    const { object, entry } = jsonOf(body);
    const reader = readers.find((one) => one.object === object);
    if (!reader) return;
    const known = new Map<string, Promise<Connection[]>>();
    const find = (account: string): Promise<Connection[]> => {
      const found = known.get(account) ?? connectionsOf(reader, account, own);
      known.set(account, found);
      return found;
    };
    const told: Told[] = [];
    for (const one of partsOf(entry) as Entry[]) {
      try {
        told.push(...reader.read(one));
      } catch (err) {
        const account = reader.accountOf(one);
        for (const connection of account === null ? [] : await find(account))
          await park(connection, { object: reader.object, entry: one }, err, request);
      }
    }
    await Promise.all(
      [...Map.groupBy(told, ({ account }) => account)].map(async ([account, ofIt]) => {
        for (const connection of await find(account))
          await reportTold(ofIt, { connection, services }, ({ raw }, err) =>
            park(connection, { object: reader.object, entry: raw }, err, request),
          );
      }),
    );
  };
  /** `own`: no other one may be told anything. */
  const connectionsOf = async (reader: WebhookReader, account: string, own: Connection | null): Promise<Connection[]> => {
    const business = businessIn(account);
    const found =
      business === null
        ? [await services.whoHas(reader.channel, account)].filter((one) => one !== undefined)
        : own === null
          ? await services.inBusiness(reader.channel, business)
          : (await services.secretsOf(own))?.values.wabaId === business
            ? [own]
            : [];
    return found.filter(({ id, provider }) => provider === reader.provider && (own === null || own.id === id));
  };

  const take = async (request: FastifyRequest, reply: FastifyReply, secret: string | null, own: Connection | null) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isSigned(body, request.headers['x-hub-signature-256'], secret)) throw new Refused('ERR_UNAUTHENTICATED');
    await inTime(reportAll(body, own, request), request);
    return reply.status(200).send();
  };
  const confirm = (request: FastifyRequest, reply: FastifyReply, isRight: (token: string) => boolean) => {
    const query = request.query as Record<string, unknown>;
    const challenge = query['hub.challenge'];
    const token = query['hub.verify_token'];
    const isAsked = query['hub.mode'] === 'subscribe' && typeof challenge === 'string' && CHALLENGE.test(challenge);
    if (!isAsked || typeof token !== 'string' || !isRight(token)) throw new Refused('ERR_NO_PERMISSION');
    return reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(challenge);
  };
  const isInstallations = (token: string): boolean => settings.verifyToken !== null && isEqual(token, settings.verifyToken);
  const ownOf = async (request: FastifyRequest): Promise<Connection> => {
    const id = fields.id.safeParse((request.params as { connectionId: string }).connectionId).data;
    const own = id === undefined ? undefined : await services.askConnection(id);
    if (!own || own.deleted || !readers.some(({ channel }) => channel === own.channel)) throw new Refused('ERR_UNAUTHENTICATED');
    return own;
  };

  app.get(PATH, async (request, reply) => confirm(request, reply, isInstallations));
  app.post(PATH, async (request, reply) => take(request, reply, settings.appSecret, null));
  app.get(`${PATH}/:connectionId`, async (request, reply) => {
    const { tokenHash } = await ownOf(request);
    return confirm(
      request,
      reply,
      (token) =>
        isInstallations(token) || (tokenHash !== null && isEqual(createHash('sha256').update(token).digest('hex'), tokenHash)),
    );
  });
  app.post(`${PATH}/:connectionId`, async (request, reply) => {
    const own = await ownOf(request);
    const secrets = await services.secretsOf(own);
    return take(request, reply, secrets?.values.appSecret ?? null, own);
  });
};

const isSigned = (body: Buffer, signature: unknown, secret: string | null): boolean => {
  if (secret === null || typeof signature !== 'string') return false;
  return isEqual(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
};

/** In constant time: the hashes have the same length. */
const isEqual = (one: string, other: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
};

const jsonOf = (body: Buffer): { object?: unknown; entry?: unknown } => {
  try {
    return partOf(fields.keptIn(JSON.parse(String(body))));
  } catch {
    return {};
  }
};

const inTime = async (work: Promise<void>, request: FastifyRequest): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refused('ERR_BUSY')), DURABLE_MS);
  });
  try {
    await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof Refused) throw error;
    request.log.warn({ err: error }, 'a webhook of Meta could not be reported');
    throw new Refused('ERR_BUSY');
  } finally {
    clearTimeout(timer);
  }
};
