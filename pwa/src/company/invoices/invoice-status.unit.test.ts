import type { InvoiceView } from '@prosa/contracts';
import { displayStatus } from './invoice-status.ts';

const zone = 'America/Sao_Paulo';
const at = (due: string, now: string, status: InvoiceView['status'] = 'open') =>
  displayStatus({ dueDate: due, status } as InvoiceView, Date.parse(now), zone);

test.each([
  ['due tomorrow', '2026-12-01T12:00:00Z', '2026-11-30T12:00:00Z', 'open'],
  ['due today, later', '2026-11-30T20:00:00Z', '2026-11-30T12:00:00Z', 'open'],
  ['due today, an hour ago', '2026-11-30T11:00:00Z', '2026-11-30T12:00:00Z', 'open'],
  ['due today, in the last minute of the company’s day', '2026-11-30T12:00:00Z', '2026-12-01T02:59:00Z', 'open'],
  ['the company’s day is over, UTC’s has long begun', '2026-11-30T12:00:00Z', '2026-12-01T03:00:00Z', 'overdue'],
  ['due yesterday', '2026-11-29T12:00:00Z', '2026-11-30T12:00:00Z', 'overdue'],
] as const)('%s', (_, due, now, status) => {
  expect(at(due, now)).toBe(status);
  expect(at(due, now, 'paid')).toBe('paid');
});
