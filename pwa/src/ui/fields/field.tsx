import { type ReactElement, type ReactNode, useId } from 'react';
import { Fault } from './fault.tsx';

/** The props that a Field passes to its control: spread them onto the input, the select's button or the like. */
export type FieldControl = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

type Props = {
  label: ReactNode;
  /** The error, shown below the control. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Secondary text after the label: "opcional". */
  note?: string;
  children: (control: FieldControl) => ReactElement;
};

/** A control with its label above and its error or hint below. `<Field label="Nome">{(control) => <TextInput {...control} />}</Field>` */
export const Field = ({ label, error, hint, note, children }: Props) => {
  const id = useId();
  const about = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {note && <span className="optional"> · {note}</span>}
      </label>
      {children({ id, ...(error ? { 'aria-invalid': true } : {}), ...(about ? { 'aria-describedby': about } : {}) })}
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
};
