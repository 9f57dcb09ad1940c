import i18next from 'i18next';
import type { Failure } from '../kernel/api-error.ts';
import { formatDate } from './format.ts';
import type { Texts } from './texts.ts';

/**
 * A failure in the person's words: its code from the catalogue; a code or text that the catalogue does not know as it is;
 * where there is neither, 'An error occurred!'. `{{date}}` and others come from the refusal's details.
 */
export const errorText = ({ code, details }: Pick<Failure, 'code' | 'details'>, zone?: string): string => {
  if (i18next.exists(code, { ns: 'errors' }))
    return i18next.t(code as keyof Texts['errors'], { ns: 'errors', ...readable(details, zone) });
  if (code === 'UNKNOWN' || code.startsWith('HTTP ') || code === '') return i18next.t('unknown', { ns: 'errors' });
  return code;
};

/** Times among the details as dates; the rest as they are. */
const readable = (details: Record<string, unknown>, zone: string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? [name, formatDate(value, zone)] : [name, value],
    ),
  );
