import { type InvoiceView, inOrder, invoiceRoutes, InvoiceView as view } from '@prosa/contracts/schemas';
import Receipt from 'lucide-react/icons/receipt';
import { z } from 'zod';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { searchable } from '../../kernel/i18n/searchable.ts';
import { recordScreen } from '../../records/record-screen.tsx';
import type { Screen } from '../../shell/feature.ts';
import { DetailCell, DueCell, StatusCell } from './invoice-cells.tsx';
import { useInvoiceActs } from './use-invoice-acts.tsx';

const latestFirst = inOrder('dueDate');

/** The invoices as a record that nobody writes here. */
const made = recordScreen({
  record: {
    name: 'invoices',
    channel: 'payment',
    orderBy: ['dueDate'],
    searchIn: ['detail', 'number'],
    unique: [],
    fields: z.object({}),
    view,
    routes: { list: invoiceRoutes.list },
    may: { write: 'invoices:pay' },
    compare: (a: InvoiceView, b: InvoiceView) => latestFirst(b, a),
  },
  icon: Receipt,
  columns: [
    { field: 'number', onPhone: 'nowhere' },
    { field: 'detail', cell: (invoice) => <DetailCell invoice={invoice} />, isWide: true, onPhone: 'title' },
    { field: 'value', cell: ({ value }) => formatMoney(value), isNumber: true, onPhone: 'end' },
    { field: 'dueDate', cell: (invoice) => <DueCell invoice={invoice} /> },
    { field: 'status', cell: (invoice) => <StatusCell invoice={invoice} /> },
  ],
  fields: [],
  finds: (text, { detail, number }) => searchable(detail).includes(searchable(text)) || String(number).includes(text.trim()),
  nameOf: ({ number }) => String(number),
  useActs: useInvoiceActs,
});

export const screen: Screen = { ...made, speaks: [...(made.speaks ?? []), 'checkout', 'plan-choice'] };
