import { type ApiMessage, type ErrorReply, newId } from '@prosa/contracts';
import { ApiError } from '../../kernel/calls/api-error.ts';

export const SEND_PATH = '/api/messages/send';
/** A file of 100 MB may take some minutes. */
const TIMEOUT_MS = 300_000;

export type TestMessage = { token: string; number: string; body: string; file: File | null };
/** What the API answered, and after how many milliseconds. */
export type Answered = { status: number; message: ApiMessage; ms: number };

/** Sends a message as another system would: with the token of a connection, not with the session. Throws ApiError. */
export const sendTest = async ({ token, number, body, file }: TestMessage): Promise<Answered> => {
  const headers = { accept: 'application/json', authorization: `Bearer ${token.trim()}`, 'idempotency-key': newId() };
  const begun = performance.now();
  const answer = await fetch(SEND_PATH, {
    method: 'POST',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(file
      ? { headers, body: formOf({ number, body, file }) }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ number, body }) }),
  }).catch(() => {
    throw new ApiError('NETWORK', 0);
  });
  const said = (await answer.json().catch(() => ({}))) as ApiMessage & Partial<ErrorReply>;
  if (!answer.ok) throw new ApiError(said.error ?? `HTTP ${answer.status}`, answer.status, said);
  return { status: answer.status, message: said, ms: Math.round(performance.now() - begun) };
};

const formOf = ({ number, body, file }: { number: string; body: string; file: File }): FormData => {
  const form = new FormData();
  form.append('number', number);
  if (body !== '') form.append('body', body);
  form.append('medias', file, file.name);
  return form;
};
