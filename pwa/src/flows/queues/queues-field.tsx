import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
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
export const QueuesField = ({ value, onChange, ...field }: Props) => {
  const dispatch = useDispatch();
  const items = useSelector(queues.selectAll);
  useEffect(() => void dispatch(queues.wanted()), [dispatch]);
  return <ChipsField {...field} items={items} chosen={value as string[]} onChoose={onChange} />;
};
