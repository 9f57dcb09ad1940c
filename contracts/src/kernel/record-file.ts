import { z } from 'zod';
import { event, type RouteDefinition, route, type Upload } from './contract.ts';
import * as f from './fields.ts';

/** The file of a record that has one at most, as its events name it; without a file both are null. */
export const recordFile = { mediaId: f.id.nullable(), mediaName: z.string().nullable() };
/** The same for an event that creates a record: it has none yet. */
export const noFileYet = { mediaId: recordFile.mediaId.default(null), mediaName: recordFile.mediaName.default(null) };
/** The same as it is shown: `mediaPath` is its address, valid for some hours. */
export const shownFile = { mediaPath: z.string().nullable(), mediaName: recordFile.mediaName };

/** The event of a record's file: attached, replaced or removed. `replaces`: the file that nothing names from then on. */
export const fileEvent = <const Type extends string>(type: Type) =>
  event(type, z.object({ id: f.id, ...recordFile, replaces: f.id.nullable() }));
export type FileEvent<Type extends string> = ReturnType<typeof fileEvent<Type>>;

/** The rules of a record's file. `what` names it in summaries of calls; `accepts`: its types; default: those of the kinds. `refuses`: further refusals. */
export type RecordFile = { what: string; upload: Upload; accepts?: readonly string[]; refuses?: readonly string[] };
type Of<File> = { base: `/${string}`; may: string; missing: string; file: File };

/** The calls that attach a file to a record and remove it. */
export const fileRoutes = <const File extends RecordFile>(
  { base, may, missing, file: { what, upload, refuses = [] } }: Of<File>,
  { company }: Pick<RouteDefinition, 'company'> = {},
) => {
  const one = { params: f.idParam, missing, may, ...(company && { company }) } as const;
  return {
    setFile: route({
      ...one,
      call: `POST ${base}/:id/media-upload`,
      summary: `Attaches ${what} (multipart/form-data, one part of any name). It replaces the one before.`,
      upload,
      refuses: ['ERR_VALIDATION', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_KIND', 'ERR_MEDIA_STORE', ...refuses],
      reply: z.object({ id: f.id, mediaName: recordFile.mediaName }),
    }),
    removeFile: route({
      ...one,
      call: `DELETE ${base}/:id/media-upload`,
      summary: 'Removes the file.',
      refuses,
      reply: z.object({ id: f.id, mediaName: z.null() }),
    }),
  };
};
export type FileRoutes = ReturnType<typeof fileRoutes>;
