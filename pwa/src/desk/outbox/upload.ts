import type { ErrorReply } from '@prosa/contracts';
import { ApiError } from '../../kernel/calls/api-error.ts';
import { api } from '../../kernel/calls/client.ts';
import { remembered } from '../../kernel/device/storage.ts';

type Options = {
  ticketId: string;
  file: Blob;
  /** The name that the customer sees. */
  name: string;
  /** Duration of a recording, in milliseconds. */
  durationMs?: number | undefined;
  /** Called with the part already sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** Base address of the calls, without a slash at the end. */
  base?: string;
};

/**
 * Uploads a file to Prosa, to be sent with a message of the ticket, and resolves to its id. Uses XMLHttpRequest, because fetch reports no
 * upload progress. Throws ApiError; an expired token is renewed once.
 */
export const upload = async (options: Options): Promise<string> => {
  const token = remembered('token');
  try {
    return await send(options, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || token === null) throw error;
    await api.refresh(token);
    return await send(options, remembered('token'));
  }
};

const send = (options: Options, token: string | null): Promise<string> =>
  new Promise((resolve, reject) => {
    const { ticketId, file, name, durationMs, onProgress, signal, base = '/api' } = options;
    if (signal.aborted) return reject(new ApiError('CANCELLED', 0));
    const query = new URLSearchParams({ ticketId, ...(durationMs === undefined ? {} : { durationMs: String(durationMs) }) });
    const form = new FormData();
    form.append('media', file, name);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    request.open('POST', `${base}/media?${query}`);
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    request.onload = () =>
      end(() => {
        const said = parsed(request.responseText);
        if (request.status < 300 && typeof said.mediaId === 'string') resolve(said.mediaId);
        else reject(refusal(request.status, said));
      });
    request.onerror = () => end(() => reject(new ApiError('NETWORK', 0)));
    request.onabort = () => end(() => reject(new ApiError('CANCELLED', 0)));
    signal.addEventListener('abort', abort);
    request.send(form);
  });

type Said = Partial<ErrorReply> & { mediaId?: unknown };
const parsed = (text: string): Said => {
  try {
    return (JSON.parse(text) ?? {}) as Said;
  } catch {
    return {};
  }
};

const refusal = (status: number, { error, message, fields, details }: Said): ApiError =>
  new ApiError(typeof error === 'string' ? error : `HTTP ${status}`, status, { message, fields, details });
