import type { InvoiceView } from '@prosa/contracts';
import CreditCard from 'lucide-react/icons/credit-card';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import type { RowAct } from '../../records/record.ts';
import type { Records } from '../../records/record-list.ts';
import { useWords } from '../../records/use-words.ts';
import { PayDialog } from './pay-dialog.tsx';

/** The act on an invoice: it is paid. */
export const useInvoiceActs = (records: Records<InvoiceView>) => {
  const words = useWords('invoices');
  const mayPay = useSelector(selectMay('invoices:pay'));
  const [open, setOpen] = useState<InvoiceView | null>(null);
  const { byId } = useSelector(records.selectList).live;
  const actsOf = (invoice: InvoiceView): RowAct[] => {
    if (invoice.status === 'paid' || !mayPay) return [];
    return [
      {
        id: 'pay',
        icon: CreditCard,
        label: words('pay'),
        title: words('payOne', { number: invoice.number }),
        shows: 'call',
        run: () => setOpen(invoice),
      },
    ];
  };
  return { actsOf, shown: open && <PayDialog invoice={byId[open.id] ?? open} onClose={() => setOpen(null)} /> };
};
