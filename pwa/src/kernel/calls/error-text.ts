import { findText, textOf } from '../i18n/dictionary.ts';
import { formatDate } from '../i18n/format.ts';
import type { Failure } from './api-error.ts';

/**
 * The text of a failure in the person's language: that of its code in the catalogue; an unknown code or text unchanged; if there is
 * neither, 'An error occurred!'. `{{date}}` and others come from the refusal's details.
 */
export const errorText = ({ code, details }: Pick<Failure, 'code' | 'details'>, zone?: string): string => {
  const known = findText('errors', code, readable(details, zone));
  if (known !== undefined) return known;
  return code === 'UNKNOWN' || code.startsWith('HTTP ') || code === '' ? textOf('errors', 'unknown') : code;
};

/** Formats times among the details as dates; leaves the others unchanged. */
const readable = (details: Record<string, unknown>, zone: string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? [name, formatDate(value, zone)] : [name, value],
    ),
  );
