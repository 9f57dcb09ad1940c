import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  conversationOf,
  fields,
  limits,
  Refused,
  type SimulatorDelivered,
  SimulatorFaults,
  type SimulatorFile,
  SimulatorSession,
} from '@prosa/contracts';
import { durable, type Server, takeUploads } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Connection, GatewayServices, Parcel, ReceivedMedia } from '../provider.port.ts';
import { beforeBody, oneFile, readPayload, type Said } from './simulator.files.ts';
import { tellKind } from './simulator.kinds.ts';
import { sealedCode } from './simulator.session.ts';
import { type Delivered, phoneOf, type SimulatorStore } from './simulator.store.ts';

const Params = z.object({ connectionId: z.string() });
const Query = z.object({ to: z.string().trim().min(1, 'Required').max(50) });
const nobody = createHash('sha256').update('nobody').digest();
/** The caller retries by itself, so it need not wait until the bus gives up. */
const TIMEOUT_MS = 5_000;

/**
 * The endpoints through which tests play the simulator's customers: `/webhooks/simulator/:connectionId`, its `/delivered`, its
 * `/session` and its `/faults`, each with the connection's token. A connection of another channel, a deleted one and a wrong token get the same answer, before
 * the body is read.
 */
export const simulatorRoutes = (app: Server, services: GatewayServices, store: SimulatorStore): void => {
  const called = new WeakMap<FastifyRequest, Connection>();
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    beforeBody(request);
    called.set(request, await connectionOf(services, request));
  };
  const of = (request: FastifyRequest): Connection => called.get(request)!;
  const path = '/webhooks/simulator/:connectionId';

  takeUploads(app, oneFile);
  app.post(path, { onRequest, bodyLimit: limits.webhookBytes, schema: { params: Params } }, async (request, reply) => {
    const connection = of(request);
    const said = await readPayload(services, connection, request);
    const tellIt = () => durable(tell(services, connection, said), TIMEOUT_MS);
    // If the deletion fails, the sweep repeats it.
    const dropUnused = async () => said.parcel && services.parcels.dropUnused(said.parcel.id).catch(() => undefined);
    try {
      const [faults] = await Promise.all([store.faults(connection.id), tellIt()]);
      if (faults?.duplicate) await tellIt();
    } catch (error) {
      // After a temporary failure a message may still refer to the file.
      if (error instanceof Refused && error.status < 500) await dropUnused();
      throw error;
    }
    // The same message, with its file, may have been received before.
    await dropUnused();
    return reply.status(202).send();
  });

  app.get(`${path}/delivered`, { onRequest, schema: { params: Params, querystring: Query } }, async (request) => {
    const { to } = request.query as z.output<typeof Query>;
    const shown = await store.shown(of(request).id, phoneOf(to));
    return Promise.all(shown.map((one) => entryOf(services, of(request), one)));
  });

  app.get(
    `${path}/media/:mediaId`,
    { onRequest, schema: { params: Params.extend({ mediaId: fields.id }) } },
    async (request, reply) => {
      const { mediaId } = request.params as { mediaId: string };
      const file = (await store.hasMedia(of(request).id, mediaId)) ? await services.openMedia(mediaId).catch(() => null) : null;
      if (!file) throw new Refused('ERR_NO_MEDIA_FOUND');
      reply.header('content-length', file.size).type('application/octet-stream');
      return reply.send(Readable.from(file.read(), { objectMode: false }));
    },
  );

  app.put(`${path}/session`, { onRequest, schema: { params: Params, body: SimulatorSession } }, async (request, reply) => {
    const { status, qrcode } = request.body as SimulatorSession;
    const connection = of(request);
    const code = status === 'qrcode' ? await sealedCode(services.vaultOf(connection), qrcode) : null;
    await store.setSession(connection.id, status, code);
    await services.nudge(connection);
    return reply.status(204).send();
  });

  app.put(`${path}/faults`, { onRequest, schema: { params: Params, body: SimulatorFaults } }, async (request) => {
    const faults = request.body as SimulatorFaults;
    await store.setFaults(of(request).id, faults);
    return faults;
  });
};

/** A message as the phone shows it. */
const entryOf = async (
  services: GatewayServices,
  { id: connectionId }: Connection,
  { id, text, at, quotedId, media, cards, choices, deleted }: Delivered,
): Promise<SimulatorDelivered[number]> => {
  // The phone still has the file of a forgotten person, but its bytes are gone here.
  const file = media && (await services.openMedia(media.mediaId).catch(() => null));
  return {
    id,
    type: media?.kind ?? (cards?.place ? 'location' : cards?.contacts ? 'contact' : 'text'),
    text: media && !deleted ? media.caption : text,
    at: at.toISOString(),
    quotedId,
    location: cards?.place ?? null,
    contacts: cards?.contacts ?? null,
    choices,
    media: media && {
      mimetype: media.mime,
      filename: media.name,
      size: media.bytes,
      sha256: file?.facts.sha256 ?? null,
      url: file && `/webhooks/simulator/${connectionId}/media/${media.mediaId}`,
    },
    deleted,
  };
};

const tell = async (services: GatewayServices, connection: Connection, { event, parcel }: Said): Promise<void> => {
  const callbacks = services.callbacksOf(connection);
  if (event.type === 'ack') {
    const { messageId, ack, at } = event;
    if (!(await services.wasSent(connection, messageId)))
      throw new Refused('ERR_VALIDATION', { fields: { messageId: 'Unknown message' } });
    return callbacks.acknowledged([{ of: { messageId }, ack, at }]);
  }
  const number = event.from.replace(/\D/g, '');
  if (number.length < limits.number.min) throw new Refused('ERR_VALIDATION', { fields: { from: 'Too Short!' } });
  const customer = { kind: 'simulator' as const, value: number };
  if (!('media' in event) && event.type !== 'text') return tellKind(callbacks, event, customer, quotedOf);
  const { id, name, text, quotedId, forwarded, at } = event;
  await callbacks.received([
    {
      identities: [customer],
      name,
      channelId: id,
      body: text,
      ...('media' in event && parcel && { media: mediaOf(event, parcel) }),
      quoted: quotedId ? quotedOf(quotedId) : null,
      ...(forwarded && { forwarded }),
      at,
    },
  ]);
};

const mediaOf = ({ type: kind, media }: SimulatorFile, parcel: Parcel): ReceivedMedia => ({
  kind,
  mime: media.mimetype,
  name: media.filename,
  width: media.width ?? null,
  height: media.height ?? null,
  durationMs: media.durationMs ?? null,
  ...(media.waveform && { waveform: media.waveform }),
  bytes: parcel.bytes,
  source: parcel.source,
  parcelId: parcel.id,
});

/** Our ids are recognized by their format; whether the message is of this conversation is checked where that is known. */
const quotedOf = (id: string): { messageId: string } | { channelId: string } =>
  fields.id.safeParse(id).success && conversationOf(id) !== null ? { messageId: id.toLowerCase() } : { channelId: id };

const connectionOf = async (services: GatewayServices, request: FastifyRequest): Promise<Connection> => {
  const { connectionId } = request.params as z.output<typeof Params>;
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const isId = fields.id.safeParse(connectionId).success;
  const known = isId ? services.connection(connectionId.toLowerCase()) : undefined;
  if (known && opens(known, token)) return known;
  // It may be newer than what this instance has received.
  const asked = isId ? await services.askConnection(connectionId.toLowerCase()) : undefined;
  if (opens(asked, token)) return asked!;
  throw new Refused('ERR_UNAUTHENTICATED');
};

const opens = (connection: Connection | undefined, token: string): boolean => {
  const hash = connection?.tokenHash ? Buffer.from(connection.tokenHash, 'hex') : nobody;
  const given = createHash('sha256').update(token).digest();
  const isEqual = hash.length === given.length && timingSafeEqual(hash, given);
  return isEqual && connection?.tokenHash != null && !connection.deleted && connection.channel === 'simulator';
};
