import type { AccessKind } from '@prosa/contracts';
import type { Days } from '../reports/period-form.tsx';

/** Whose looks ('': of all), of which kind, and at which ticket or contact. */
export type AccessFilter = Days & { userId: string; kind: AccessKind | ''; ticketId: string; contactId: string };

/** The filter with which the screen begins: all of the company, or what its address names. */
export const beginningAt = (search: URLSearchParams): AccessFilter => ({
  dateStart: '',
  dateEnd: '',
  userId: '',
  kind: '',
  ticketId: search.get('ticketId') ?? '',
  contactId: search.get('contactId') ?? '',
});
