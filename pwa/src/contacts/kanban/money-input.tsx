import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { masked } from './money.mask.ts';

type Props = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'ref'> & {
  value: string;
  onChange: (masked: string) => void;
};

/** A field for an amount. The points that come and go do not move the caret from its digit. */
export const MoneyInput = ({ value, onChange, ...rest }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  /** Digits and commas behind the caret, after a change. */
  const behind = useRef<number | null>(null);
  useLayoutEffect(() => {
    const el = input.current;
    if (!el || behind.current === null) return;
    let at = el.value.length;
    for (let left = behind.current; left > 0 && at > 0; at -= 1) if (el.value[at - 1] !== '.') left -= 1;
    el.setSelectionRange(at, at);
    behind.current = null;
  });
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = target;
    const rest = text.slice(selectionStart ?? text.length).replace(/[^\d,]/g, '').length;
    const next = masked(text);
    // What the mask cut off at the end is no place for the caret.
    behind.current = Math.min(rest, next.replaceAll('.', '').length);
    onChange(next);
  };
  return <TextInput {...rest} ref={input} inputMode="decimal" autoComplete="off" value={value} onChange={handleChange} />;
};
