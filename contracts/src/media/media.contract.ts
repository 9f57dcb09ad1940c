import { z } from 'zod';
import { route, type Upload } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { derivedId } from '../kernel/ids.ts';
import { limits } from '../kernel/limits.ts';
import { manifest } from '../kernel/manifest.ts';
import { type MediaFacts, MediaKind, mediaMost } from './media.facts.ts';

/** The id of a file's thumbnail. */
export const thumbnailId = (mediaId: string): string => derivedId(mediaId, 'thumbnail');

/** The media type that messages use for a file's kind. */
export const mediaTypeOf = (kind: MediaKind): 'image' | 'audio' | 'video' | 'application' =>
  kind === 'document' ? 'application' : kind === 'sticker' ? 'image' : kind;

/** Any kind, one or several files, up to the size limit. */
export const anyFile = { maxBytes: limits.mediaBytes.document, kinds: MediaKind.options, many: false } as const satisfies Upload;

/** A file as a message shows it. Its addresses are valid for some hours. A field is null if it is unknown or its person was forgotten. */
export const MediaView = z.object({
  kind: MediaKind,
  mime: z.string(),
  bytes: z.number().int().nullable(),
  name: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  thumbnailUrl: z.string().nullable(),
});
export type MediaView = z.output<typeof MediaView>;

export const mediaViewOf = (
  facts: Omit<MediaFacts, 'sha256' | 'bytes'> & { bytes: number | null },
  thumbnailUrl: string | null,
): MediaView => {
  const { kind, mime, bytes, name, width, height, durationMs } = facts;
  return { kind, mime, bytes, name, width, height, durationMs, thumbnailUrl };
};

export const mediaRoutes = {
  upload: route({
    call: 'POST /media',
    may: 'tickets:serve',
    summary:
      'Keeps a file (multipart/form-data, one part of any name) to be sent with a message of `ticketId`, or, without it, for the company. What the file is is told by its bytes. What nothing names within 7 days is dropped. `durationMs`: how long a recording is, where the sender knows.',
    query: z.object({
      ticketId: f.id.optional(),
      durationMs: z.coerce.number().int().min(0).max(mediaMost.durationMs).optional(),
    }),
    upload: anyFile,
    refuses: [
      'ERR_NO_PERMISSION',
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_NOT_OPEN',
      'ERR_NO_CONTACT_FOUND',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_KIND',
      'ERR_MEDIA_STORE',
    ],
    reply: z.object({
      mediaId: f.id,
      kind: MediaKind,
      mime: z.string(),
      bytes: z.number().int(),
      name: z.string().nullable(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
    }),
    status: 201,
  }),
};

export const media = manifest({
  name: 'media',
  routes: mediaRoutes,
  errors: {
    ERR_NO_MEDIA_FOUND: { status: 404, message: 'Arquivo não encontrado. Anexe-o de novo.' },
    ERR_MEDIA_EMPTY: { status: 400, message: 'O arquivo está vazio.' },
    ERR_MEDIA_KIND: { status: 415, message: 'Este tipo de arquivo não é aceito aqui.' },
    ERR_MEDIA_STORE: { status: 503, message: 'Não foi possível guardar o arquivo agora. Tente de novo em instantes.' },
    ERR_MEDIA_PENDING: {
      status: 409,
      message: 'Este arquivo ainda não foi baixado. Encaminhe-o quando ele aparecer na conversa.',
    },
    ERR_MEDIA_LINK: { status: 403, message: 'Este endereço de arquivo expirou. Abra a conversa de novo.' },
    ERR_MEDIA_FORGOTTEN: { status: 410, message: 'Este arquivo foi apagado com os dados da pessoa.' },
    ERR_MEDIA_RANGE: { status: 416, message: 'Este trecho não existe no arquivo.' },
  },
});
