import type { ErrorReply } from '@prosa/contracts';
import { remembered } from '../device/storage.ts';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';

type Sent = { method: 'POST' | 'PUT'; path: string; form: FormData; key: string; timeoutMs: number };

/** Sends a form with a file, which the typed client does not; an expired token is renewed once, as it does. Throws ApiError. */
export const sendForm = async <Reply>(sent: Sent): Promise<Reply> => {
  const token = remembered('token');
  try {
    return await send(sent, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || token === null) throw error;
    await api.refresh(token);
    return await send(sent, remembered('token'));
  }
};

const send = async <Reply>({ method, path, form: body, key, timeoutMs }: Sent, token: string | null): Promise<Reply> => {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key };
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(`/api${path}`, { method, headers, body, signal }).catch(() => {
    throw new ApiError('NETWORK', 0);
  });
  const said = (await answer.json().catch(() => ({}))) as Reply & Partial<ErrorReply>;
  if (answer.ok) return said;
  throw new ApiError(said.error ?? `HTTP ${answer.status}`, answer.status, said);
};
