import { z } from 'zod';
import type { Identity } from '../../contacts/contacts/contacts.contract.ts';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

/** Whether a connection or a ticket is of a test customer, who is outside of every figure and limit. */
export const isSample = ({ channel }: { channel: string }): boolean => channel === 'sample';

/** What connection and customer are called, in the company's language. */
export const sampleNames: Readonly<Record<f.Language, string>> = {
  pt: 'Cliente de exemplo',
  en: 'Sample customer',
  es: 'Cliente de ejemplo',
};

/** The test customer of a connection. No country has the code 999: nobody else has such a number. */
export const sampleIdentity = (connectionId: string): Identity => ({
  kind: 'simulator',
  value: `999${BigInt(`0x${connectionId.replaceAll('-', '').slice(-12)}`)
    .toString()
    .padStart(15, '0')
    .slice(-10)}`,
});

/**
 * The test customer of a company, who writes by a script through a connection of their own (`sample`), waits for the team's answer, and answers
 * it. Their tickets are like all others, but outside of dashboard, reports, ratings and the plan's limits.
 */
export const sampleCustomer = manifest({
  name: 'sample-customer',
  routes: {
    start: route({
      call: 'POST /sample-customer',
      may: 'sample-customer:play',
      summary:
        'Lets the test customer write to the company, in the language given. `isNew`: false if there is one already, who then does not begin again.',
      body: z.object({ language: f.language.default('pt') }),
      reply: z.object({ connectionId: f.id, isNew: z.boolean() }),
      status: 201,
    }),
    remove: route({
      call: 'DELETE /sample-customer',
      may: 'sample-customer:play',
      summary: 'Removes the test customer, with their tickets, contact and connection; does nothing if there is none.',
      reply: z.null(),
    }),
  },
  permissions: { 'sample-customer:play': ['admin'] },
});
