import i18next from 'i18next';
import type { Failure } from '../kernel/api-error.ts';
import { formatDate } from './format.ts';
import type { Texts } from './texts.ts';

/**
 * The text of a failure in the person's language: that of its code in the catalogue; an unknown code or text unchanged; if there is
 * neither, 'An error occurred!'. `{{date}}` and others come from the refusal's details.
 */
export const errorText = ({ code, details }: Pick<Failure, 'code' | 'details'>, zone?: string): string => {
  if (i18next.exists(code, { ns: 'errors' }))
    return i18next.t(code as keyof Texts['errors'], { ns: 'errors', ...readable(details, zone) });
  if (code === 'UNKNOWN' || code.startsWith('HTTP ') || code === '') return i18next.t('unknown', { ns: 'errors' });
  return code;
};

/** Formats times among the details as dates; leaves the others unchanged. */
const readable = (details: Record<string, unknown>, zone: string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? [name, formatDate(value, zone)] : [name, value],
    ),
  );
