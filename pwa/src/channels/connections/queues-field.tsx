import { QueuesField as ChosenQueues } from '../../flows/queues/queues-field.tsx';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';

/** The queues among which a customer chooses. */
export const QueuesField = (field: FieldProps) => {
  const words = useWords('connections');
  return <ChosenQueues {...field} hint={words('hints.queueIds')} none={words('noQueues')} />;
};
