import type { ImportView } from '@prosa/contracts';
import { sendForm } from '../../kernel/calls/send-form.ts';

/** 20 MB over a slow line, and a minute to read them. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Sends a spreadsheet to be read, or one of its sheets by index; nothing is imported yet. A repeat with the same key is the same import.
 * Throws ApiError.
 */
export const uploadSpreadsheet = (file: File, key: string, sheet?: number): Promise<ImportView> => {
  const form = new FormData();
  form.append('preview', 'true');
  form.append('file', file, file.name);
  const path = `/contacts/import${sheet === undefined ? '' : `?sheet=${sheet}`}`;
  return sendForm({ method: 'POST', path, form, key, timeoutMs: TIMEOUT_MS });
};
