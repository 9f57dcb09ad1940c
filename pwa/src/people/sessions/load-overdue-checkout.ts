import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';

/** The page on which the administrator of an expired company pays, with its texts. Rejects if they cannot be loaded. */
export const loadOverdueCheckout = async () => {
  const texts = ['checkout', 'plan-choice'].map(loadScreenTexts);
  const [{ OverdueCheckoutPage }] = await Promise.all([import('./overdue-checkout.tsx'), ...texts]);
  return OverdueCheckoutPage;
};
