import type { ErrorReply, ImportView } from '@prosa/contracts';
import { ApiError } from '../kernel/api-error.ts';
import { api } from '../kernel/client.ts';
import { remembered } from '../kernel/storage.ts';

/** 20 MB over a slow line, and a minute to read them. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Sends a spreadsheet to be read, or one of its sheets by index; nothing is imported yet. A repeat with the same key is the same import.
 * Throws ApiError.
 */
export const uploadSpreadsheet = async (file: File, key: string, sheet?: number): Promise<ImportView> => {
  const token = remembered('token');
  try {
    return await send(file, key, sheet, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || token === null) throw error;
    await api.refresh(token);
    return await send(file, key, sheet, remembered('token'));
  }
};

const send = async (file: File, key: string, sheet: number | undefined, token: string | null): Promise<ImportView> => {
  const body = new FormData();
  body.append('preview', 'true');
  body.append('file', file, file.name);
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(`/api/contacts/import${sheet === undefined ? '' : `?sheet=${sheet}`}`, {
    method: 'POST',
    headers,
    body,
    signal,
  }).catch(() => {
    throw new ApiError('NETWORK', 0);
  });
  const said = (await answer.json().catch(() => ({}))) as ImportView & Partial<ErrorReply>;
  if (answer.ok) return said;
  throw new ApiError(said.error ?? `HTTP ${answer.status}`, answer.status, said);
};
