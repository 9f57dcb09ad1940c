import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Brings into an open form what others change in its record meanwhile: a field that the person has not touched follows; a field that they
 * have changed keeps what they wrote and is among the returned ones, until it is `seen`. `now`: the record's fields as they are.
 */
export const useOthersChanges = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  now: Partial<Values>,
): { fields: ReadonlySet<string>; seen: (field: string) => void } => {
  const known = useRef(now);
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const written = JSON.stringify(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the record counts
  useEffect(() => {
    const before = known.current;
    known.current = now;
    for (const [name, value] of Object.entries(now)) {
      if (isSame(value, before[name])) continue;
      const field = name as Path<Values>;
      const own = form.getValues(field);
      form.resetField(field, { defaultValue: value as PathValue<Values, Path<Values>> });
      if (isSame(own, before[name]) || isSame(own, value)) continue;
      form.setValue(field, own, { shouldDirty: true });
      setFields((all) => new Set([...all, field]));
    }
  }, [written]);
  const seen = (field: string) =>
    setFields((all) => (all.has(field) ? new Set([...all].filter((other) => other !== field)) : all));
  return { fields, seen };
};
