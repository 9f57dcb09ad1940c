import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Values } from './record-list.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Brings into an open form what others change in its record meanwhile: a field that the person has not touched follows; a field that they
 * have changed keeps what they wrote and is among the returned ones, until they change it again.
 */
export const useOthersChanges = (
  form: UseFormReturn<Values>,
  now: Values,
): { fields: ReadonlySet<string>; seen: (field: string) => void } => {
  const known = useRef(now);
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const { dirtyFields } = form.formState;
  const written = JSON.stringify(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the record counts
  useEffect(() => {
    const before = known.current;
    known.current = now;
    for (const [field, value] of Object.entries(now)) {
      if (isSame(value, before[field])) continue;
      const own: unknown = form.getValues(field);
      const isOwn = dirtyFields[field] === true || Array.isArray(dirtyFields[field]);
      form.resetField(field, { defaultValue: value });
      if (!isOwn || isSame(own, value)) continue;
      form.setValue(field, own, { shouldDirty: true });
      setFields((all) => new Set([...all, field]));
    }
  }, [written]);
  const seen = (field: string) =>
    setFields((all) => (all.has(field) ? new Set([...all].filter((other) => other !== field)) : all));
  return { fields, seen };
};
