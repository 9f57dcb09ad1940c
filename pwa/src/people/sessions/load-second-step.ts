import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';

/** The page of the sign-in's second step, with its texts. Rejects if they cannot be loaded. */
export const loadSecondStep = async () => {
  const [{ SecondStepPage }] = await Promise.all([import('./second-step.tsx'), loadScreenTexts('two-step')]);
  return SecondStepPage;
};
