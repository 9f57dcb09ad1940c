import type { SubscriptionView } from '@prosa/contracts';
import { Subscribing } from '@prosa/contracts/schemas';
import type { z } from 'zod';
import { type Country, withHyphen } from './zip-code.ts';

/** What the first step asks for: to whom and where the invoice goes. */
export type Payer = {
  firstName: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: Country | '';
  useAddressForPaymentDetails: boolean;
};

export const payerSchema = Subscribing.pick({
  firstName: true,
  address2: true,
  city: true,
  state: true,
  zipcode: true,
  country: true,
  useAddressForPaymentDetails: true,
}) as z.ZodType<Payer, Payer>;

/** The first values of the form: what the company keeps for its invoices. Its address is Brazilian. */
export const payerOf = (subscription: SubscriptionView, name: string): Payer => ({
  firstName: subscription.billingName || name,
  address2: [subscription.addressStreet, subscription.addressDistrict].filter(Boolean).join(', '),
  city: subscription.addressCity,
  state: subscription.addressState,
  zipcode: withHyphen(subscription.addressZipCode, 'BR'),
  country: subscription.addressZipCode === '' ? '' : 'BR',
  useAddressForPaymentDetails: true,
});
