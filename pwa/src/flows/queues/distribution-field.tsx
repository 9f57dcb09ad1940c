import { Distribution } from '@prosa/contracts/schemas';
import { useId } from 'react';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { ChoiceCard, choiceCards } from '../../ui/fields/choice-card.tsx';
import { Fault } from '../../ui/fields/fault.tsx';

/** How the queue's waiting tickets come to attendants. */
export const DistributionField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('queues');
  const id = useId();
  return (
    <fieldset className={`field ${choiceCards}`} {...(error && { 'data-invalid': true, 'aria-describedby': `${id}-error` })}>
      <legend className="label">{label}</legend>
      {Distribution.options.map((way) => (
        <ChoiceCard
          key={way}
          name={id}
          checked={way === value}
          onChoose={() => onChange(way)}
          title={words(`ways.${way}`)}
          about={words(`waysHints.${way}`)}
        />
      ))}
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
    </fieldset>
  );
};
