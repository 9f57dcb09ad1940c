import type { ErrorReply } from '@prosa/contracts';
import { ApiError } from '../../kernel/calls/api-error.ts';
import { messageOf, type Outgoing, taggingOf } from './outgoing.ts';

/** How the worker calls Prosa. Both throw ApiError. */
export type Send = {
  /** Uploads the bytes of a file; resolves to its id. */
  file: (outgoing: Outgoing, blob: Blob) => Promise<string>;
  /** Sends the act; resolves to the position at which Prosa accepted it. */
  outgoing: (outgoing: Outgoing) => Promise<string | null>;
};

/** Sends as the token's user; without the contracts, whose schemas would be most of the service worker's code. */
export const sendBy = (token: string): Send => {
  const post = async (path: string, body: BodyInit, headers: Record<string, string>): Promise<Response> => {
    const response = await fetch(`/api${path}`, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
      body,
    }).catch((error: unknown) => {
      throw new ApiError('NETWORK', 0, { message: String(error) });
    });
    if (response.ok) return response;
    const said = (await response.json().catch(() => null)) as Partial<ErrorReply> | null;
    throw new ApiError(said?.error ?? `HTTP ${response.status}`, response.status, said ?? {});
  };
  return {
    file: async ({ ticketId, file }, blob) => {
      const duration = file?.durationMs === undefined ? '' : `&durationMs=${file.durationMs}`;
      const form = new FormData();
      form.append('media', blob, file?.name ?? '');
      const answer = await post(`/media?ticketId=${ticketId}${duration}`, form, {});
      return ((await answer.json()) as { mediaId: string }).mediaId;
    },
    outgoing: async (outgoing) => {
      const [path, body] = outgoing.tags
        ? ['/tags/sync', taggingOf(outgoing)]
        : [`/messages/${outgoing.ticketId}`, messageOf(outgoing)];
      const headers = { 'content-type': 'application/json', 'idempotency-key': outgoing.key };
      return (await post(path, JSON.stringify(body), headers)).headers.get('prosa-position');
    },
  };
};
