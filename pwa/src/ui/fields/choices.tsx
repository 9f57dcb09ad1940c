import type { ReactNode } from 'react';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
  /** The id of what explains it. */
  describedBy?: string;
};

/** An on/off switch that applies immediately. */
export const Switch = ({ checked, onChange, children, disabled, describedBy }: Props) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    {children}
  </label>
);

/** One of several options that may all be chosen. */
export const Checkbox = ({ checked, onChange, children, disabled }: Props) => (
  <label className="check">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    {children}
  </label>
);
