import { limits, MediaKind, Refused, SimulatorEvent, type SimulatorFile } from '@prosa/contracts';
import { checked, inOnePiece, isMultipart, takeTheirTime, type Uploads, uploadsOf } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { Connection, GatewayServices, Parcel } from '../provider.port.ts';

/** A parsed call of the webhook; with a file, also where its bytes were stored. */
export type Said = { event: SimulatorEvent; parcel: Parcel | null };

/** The parts of a form besides its fields. */
export const oneFile = { maxBytes: limits.webhookFileBytes.form, kinds: MediaKind.options, many: false } as const;

/** Call it before the body arrives: a form may take longer than other calls. */
export const beforeBody = (request: FastifyRequest): void => {
  if (isMultipart(request)) takeTheirTime.add(request.raw);
};

/** Reads a call and stores its file where the fetch finds it; if it rejects, nothing of the file is stored. Throws Refused. */
export const readPayload = async (services: GatewayServices, connection: Connection, request: FastifyRequest): Promise<Said> => {
  const form = uploadsOf(request, oneFile);
  if (form) return fromForm(services, connection, form);
  const { body } = request;
  if (!isFile(body) && sizeOf(request) > limits.bodyBytes) throw new Refused('ERR_TOO_LARGE');
  const event = checked(SimulatorEvent, body);
  if (!('media' in event)) return { event, parcel: null };
  const bytes = Buffer.from(event.media.data ?? '', 'base64');
  if (bytes.length === 0) throw invalid('media.data', event.media.data === undefined ? 'Required' : 'Empty');
  const parcel = await services.parcels.put(ownerOf(connection), inOnePiece(bytes), limits.webhookFileBytes.json);
  return { event, parcel };
};

/** The fields may follow the file: the file is stored first, and deleted again if they are invalid. */
const fromForm = async (services: GatewayServices, connection: Connection, form: Uploads): Promise<Said> => {
  let file: { parcel: Parcel; media: SimulatorFile['media'] } | undefined;
  try {
    const fields = await form.each(async ({ name, mime, bytes }) => {
      const parcel = await services.parcels.put(ownerOf(connection), bytes).catch(emptyOf('media'));
      file = { parcel, media: { mimetype: mime, filename: name?.slice(0, 255) ?? null } };
    });
    if (!file) throw invalid('media', 'Required');
    const { width, height, durationMs } = fields;
    const event = checked(SimulatorEvent, { ...fields, media: { ...file.media, width, height, durationMs } });
    if (!('media' in event)) throw invalid('type', 'Invalid input');
    return { event, parcel: file.parcel };
  } catch (error) {
    if (file) await services.parcels.dropUnused(file.parcel.id).catch(() => undefined);
    throw error;
  }
};

const ownerOf = ({ id: connectionId, companyId }: Connection) => ({ connectionId, companyId });
const isFile = (body: unknown): boolean => typeof body === 'object' && body !== null && 'media' in body;
const sizeOf = ({ headers, body }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body) ?? ''));
const invalid = (field: string, message: string): Refused => new Refused('ERR_VALIDATION', { fields: { [field]: message } });
const emptyOf =
  (field: string) =>
  (error: unknown): never => {
    throw error instanceof Refused && error.code === 'ERR_MEDIA_EMPTY' ? invalid(field, 'Empty') : error;
  };
