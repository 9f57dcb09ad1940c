import { Refused, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { invoiceRecords, listInvoices, readSubscription } from './invoices.queries.ts';
import { invoiceRows, subscriptionRows } from './invoices.rows.ts';

/** Invoices and the subscription, for the company's administrators alone. */
export const invoices: Feature = {
  name: 'invoices',
  tables: [invoiceRows, subscriptionRows],
  pushes: [
    definePush(invoiceRows, {
      channel: 'payment',
      rooms: ({ companyId, status }) => (status === 'withdrawn' ? [] : [`admins:${companyId}`]),
      records: invoiceRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.invoices.list, ({ db, query }) => listInvoices(db, query));
    readRoute(app, reader, routes.invoices.show, async ({ db, params: { id } }) => {
      const invoice = (await invoiceRecords(db, [id])).get(id);
      if (!invoice) throw new Refused('ERR_NO_INVOICE_FOUND');
      return invoice;
    });
    readRoute(app, reader, routes.invoices.subscription, async ({ db }) => {
      const subscription = await readSubscription(db);
      if (!subscription) throw new Refused('ERR_NO_COMPANY_FOUND');
      return subscription;
    });
  },
};
