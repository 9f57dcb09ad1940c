import { createHash, timingSafeEqual } from 'node:crypto';
import { conversationOf, fields, limits, Refused, SimulatorDelivered, SimulatorEvent, SimulatorFaults } from '@prosa/contracts';
import type { Server } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Connection, House } from '../provider.port.ts';
import { phoneOf, type SimulatorStore } from './simulator.store.ts';

const Params = z.object({ connectionId: z.string() });
const Query = z.object({ to: z.string().trim().min(1, 'Required').max(50) });
const nobody = createHash('sha256').update('nobody').digest();
/** A customer's side tries again by itself: it need not wait until the bus has given up. */
const TIMEOUT_MS = 5_000;

/**
 * What plays the simulator's customers: `/webhooks/simulator/:connectionId`, its `/delivered` and its `/faults`, each with the
 * connection's token. A foreign connection, a deleted one and a wrong token have one answer, before the body is read.
 */
export const simulatorRoutes = (app: Server, house: House, store: SimulatorStore): void => {
  const called = new WeakMap<FastifyRequest, Connection>();
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    called.set(request, await connectionOf(house, request));
  };
  const of = (request: FastifyRequest): Connection => called.get(request)!;
  const path = '/webhooks/simulator/:connectionId';

  app.post(path, { onRequest, schema: { params: Params, body: SimulatorEvent } }, async (request, reply) => {
    const connection = of(request);
    const event = request.body as SimulatorEvent;
    const tellIt = () => durable(tell(house, connection, event));
    const [faults] = await Promise.all([store.faults(connection.id), tellIt()]);
    if (faults?.duplicate) await tellIt();
    return reply.status(202).send();
  });

  app.get(`${path}/delivered`, { onRequest, schema: { params: Params, querystring: Query } }, async (request) => {
    const { to } = request.query as z.output<typeof Query>;
    const shown = await store.shown(of(request).id, phoneOf(to));
    return SimulatorDelivered.parse(shown.map(({ id, text, at }) => ({ id, text, at: at.toISOString() })));
  });

  app.put(`${path}/faults`, { onRequest, schema: { params: Params, body: SimulatorFaults } }, async (request) => {
    const faults = request.body as SimulatorFaults;
    await store.setFaults(of(request).id, faults);
    return faults;
  });
};

const tell = async (house: House, connection: Connection, event: SimulatorEvent): Promise<void> => {
  const callbacks = house.callbacksOf(connection);
  if (event.type === 'ack') {
    const { messageId, ack, at } = event;
    if (!(await house.wasSent(connection, messageId)))
      throw new Refused('ERR_VALIDATION', { fields: { messageId: 'Unknown message' } });
    return callbacks.acknowledged([{ of: { messageId }, ack, at }]);
  }
  const { id, from, name, text, quotedId, at } = event;
  const number = from.replace(/\D/g, '');
  if (number.length < limits.number.min) throw new Refused('ERR_VALIDATION', { fields: { from: 'Too Short!' } });
  await callbacks.received({
    identities: [{ kind: 'simulator', value: number }],
    name,
    channelId: id,
    body: text,
    quoted: quotedId ? quotedOf(quotedId) : null,
    at,
  });
};

/** Our ids are known by their kind; whether it is of this conversation is decided where that is known. */
const quotedOf = (id: string): { messageId: string } | { channelId: string } =>
  fields.id.safeParse(id).success && conversationOf(id) !== null ? { messageId: id.toLowerCase() } : { channelId: id };

const connectionOf = async (house: House, request: FastifyRequest): Promise<Connection> => {
  const { connectionId } = request.params as z.output<typeof Params>;
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const isId = fields.id.safeParse(connectionId).success;
  const known = isId ? house.connection(connectionId.toLowerCase()) : undefined;
  if (known && opens(known, token)) return known;
  // It may be newer than what this instance has heard.
  const asked = isId ? await house.askConnection(connectionId.toLowerCase()) : undefined;
  if (opens(asked, token)) return asked!;
  throw new Refused('ERR_UNAUTHENTICATED');
};

const opens = (connection: Connection | undefined, token: string): boolean => {
  const hash = connection?.tokenHash ? Buffer.from(connection.tokenHash, 'hex') : nobody;
  const given = createHash('sha256').update(token).digest();
  const isEqual = hash.length === given.length && timingSafeEqual(hash, given);
  return isEqual && connection?.tokenHash != null && !connection.deleted && connection.channel === 'simulator';
};

const durable = async (published: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refused('ERR_BUSY')), TIMEOUT_MS);
  });
  try {
    await Promise.race([published, late]);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('ERR_BUSY');
  } finally {
    clearTimeout(timer);
  }
};
