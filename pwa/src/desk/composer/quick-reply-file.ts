import { quickMessages } from '@prosa/contracts';
import { ApiError } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import type { QuickReply } from './quick-replies.model.ts';

/** Fetches the file of a quick reply. Its address is valid for some hours: after them a new one is asked for. Throws ApiError. */
export const fileOf = async ({ id, mediaPath, mediaName }: QuickReply, signal: AbortSignal): Promise<File> => {
  const kept = await bytesAt(mediaPath!, signal);
  if (kept.ok) return named(kept, mediaName);
  const { data } = await call(quickMessages.routes.show, { params: { id } });
  const fresh = data.mediaPath === null ? null : await bytesAt(data.mediaPath, signal);
  if (!fresh?.ok) throw new ApiError('ERR_NO_MEDIA_FOUND', fresh?.status ?? 404);
  return named(fresh, data.mediaName);
};

const bytesAt = (path: string, signal: AbortSignal): Promise<Response> =>
  fetch(path, { signal }).catch(() => {
    throw new ApiError(signal.aborted ? 'CANCELLED' : 'NETWORK', 0);
  });

const named = async (answer: Response, name: string | null): Promise<File> => {
  const bytes = await answer.blob();
  return new File([bytes], name ?? '', { type: bytes.type });
};
