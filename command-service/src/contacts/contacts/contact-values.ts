import { type ContactValue, Refused, readContactValue } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';

/**
 * Returns a function that reads values of the company's fields as they are stored, without those that are as before. It throws Refused
 * ERR_VALIDATION, with a message for each that is none, by `fields.{fieldId}`.
 */
export const createReadValues =
  ({ referenceData }: Pick<Deps, 'referenceData'>) =>
  async (
    companyId: string,
    asked: readonly ContactValue[] = [],
    before: readonly ContactValue[] = [],
  ): Promise<ContactValue[]> => {
    const held = new Map(before.map(({ fieldId, value }) => [fieldId, value]));
    const faults: Record<string, string> = {};
    const read = new Map<string, string>();
    for (const { fieldId, value: text } of asked) {
      const field = await referenceData.contactField(companyId, fieldId);
      const { value, fault } = field ? readContactValue(field, text) : { fault: 'Invalid value' };
      if (value === undefined) faults[`fields.${fieldId}`] = fault ?? 'Invalid value';
      else read.set(fieldId, value);
    }
    if (Object.keys(faults).length > 0) throw new Refused('ERR_VALIDATION', { fields: faults });
    return [...read]
      .map(([fieldId, value]) => ({ fieldId, value }))
      .filter(({ fieldId, value }) => value !== (held.get(fieldId) ?? ''));
  };
