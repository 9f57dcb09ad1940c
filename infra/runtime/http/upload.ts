import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { filePart, limits, Refused, type Upload } from '@prosa/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMultipart } from './form.ts';

/** A file of a call, streamed. Name and type are those that the sender states. */
export type UploadedFile = { name: string | null; mime: string; bytes: AsyncIterable<Uint8Array> };
/** The content of a multipart/form-data call. */
export type Uploads = {
  /**
   * Passes each file to `take`, one after another, as it arrives; resolves to the other fields, the last one of each name. Throws Refused.
   */
  each: (take: (file: UploadedFile) => Promise<void>) => Promise<Record<string, string>>;
};

/** Size of the fields besides the files: one text of maximum length, and some flags. */
const FIELDS = 20;
const FIELD_BYTES = 4 * limits.messageMax;

/** Makes the routes of a scope accept files. */
export const takeUploads = (scope: FastifyInstance, { maxBytes, many }: Upload): void => {
  scope.register(multipart, {
    // Reads one byte more than the limit, so that a consumer that counts detects a file that is too large.
    limits: {
      files: many ? limits.filesAtOnce : 1,
      fileSize: maxBytes + 1,
      fields: FIELDS,
      fieldSize: FIELD_BYTES,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  });
};

/** The files of a call; null if it sends JSON instead. */
export const uploadsOf = (request: FastifyRequest, upload: Pick<Upload, 'many'>): Uploads | null =>
  isMultipart(request)
    ? {
        each: async (take) => {
          const fields = new Map<string, string>();
          try {
            for await (const part of request.parts()) {
              if (part.type === 'field') fields.set(part.fieldname, String(part.value ?? ''));
              else await take({ name: part.filename || null, mime: part.mimetype, bytes: part.file as Readable });
            }
          } catch (error) {
            throw error instanceof Refused ? error : ofForm(error, filePart(upload));
          } finally {
            // Reads and discards the rest: if the connection were closed in the middle of the body, the answer would be lost.
            request.raw.unpipe();
            request.raw.resume();
          }
          return Object.fromEntries(fields);
        },
      }
    : null;

/** The parser's own word for a form that ends before its last boundary: it gives no code. */
const CUT_OFF = /unexpected end of multipart data$/i;

/** The refusal for a fault of the form: too many parts are an error of the call, not a matter of size. */
const ofForm = (error: unknown, field: string): unknown => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (/^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code)) return new Refused('ERR_VALIDATION', { fields: { [field]: 'Too many' } });
  return CUT_OFF.test(message) ? new Refused('ERR_BAD_REQUEST') : error;
};
