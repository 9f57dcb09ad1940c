import { ChipsField } from '../../ui/overlays/chips-field.tsx';
import { queues } from './queues.slice.ts';

type Props = {
  label: string;
  hint?: string;
  error: string | undefined;
  /** Shown while none is chosen. */
  none: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A form's choice of queues. */
export const QueuesField = ({ value, onChange, ...field }: Props) => (
  <ChipsField {...field} items={queues.useAll()} chosen={value as string[]} onChoose={onChange} />
);
