import type { ImportView } from '@prosa/contracts';
import { sendForm } from '../../kernel/calls/send-form.ts';

/** 20 MB over a slow line, and a minute to read them. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Sends a spreadsheet to be read, or one of its sheets by index, for a list of contacts, or null, for the contacts; nothing is imported yet.
 * A repeat with the same key is the same import. Throws ApiError.
 */
export const uploadSpreadsheet = (into: string | null, file: File, key: string, sheet?: number): Promise<ImportView> => {
  const form = new FormData();
  form.append('preview', 'true');
  form.append('file', file, file.name);
  const path = into === null ? '/contacts/import' : `/contact-lists/${into}/upload`;
  return sendForm({
    method: 'POST',
    path: `${path}${sheet === undefined ? '' : `?sheet=${sheet}`}`,
    form,
    key,
    timeoutMs: TIMEOUT_MS,
  });
};
