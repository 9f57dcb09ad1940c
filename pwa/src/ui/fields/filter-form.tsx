import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../marks/button.tsx';
import { Segmented } from '../marks/tabs.tsx';
import styles from './filter-form.module.css';

type Props = {
  label: string;
  /** The button's words. */
  apply: string;
  busy: boolean;
  /** The faults by field: each time they change, the first such field gets the focus. */
  faults: Readonly<Record<string, string | undefined>>;
  onFilter: () => void;
  children: ReactNode;
};

/** The filter of figures. Nothing is fetched before its button is pressed. */
export const FilterForm = ({ label, apply, busy, faults, onFilter, children }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onFilter();
  };
  return (
    <form className={styles.filter} aria-label={label} ref={form} onSubmit={handleSubmit} noValidate>
      {children}
      <div className={styles.apply}>
        <Button kind="primary" type="submit" busy={busy}>
          {apply}
        </Button>
      </div>
    </form>
  );
};

/** The choice of what is filtered by or shown: a row of choices under a label. */
export const FilterKind = <Id extends string>({ label, ...choices }: Parameters<typeof Segmented<Id>>[0]) => (
  <div className={`field ${styles.kind}`}>
    <span className="label" aria-hidden="true">
      {label}
    </span>
    <Segmented label={label} {...choices} />
  </div>
);
