import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Icon, type IconType } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

/** `default` edged, `primary` filled (one a view), `call` for the row that needs someone, `danger`, `quiet` without edge. */
export type ButtonKind = 'default' | 'primary' | 'call' | 'danger' | 'quiet';

type Base = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { ref?: Ref<HTMLButtonElement> };
type Props = Base & {
  kind?: ButtonKind;
  icon?: IconType;
  small?: boolean;
  /** The whole width. */
  wide?: boolean;
  /** At work: shows the spinner instead of the icon and takes no press. */
  busy?: boolean;
  /** A key that does the same, shown at the end. */
  keys?: string;
  /** For what weighs: what it does, and with what; then it takes no press where a finger has just been (steady.ts). */
  steady?: string;
  children?: ReactNode;
};

/**
 * At work it takes no press, and keeps the focus: a button that is disabled loses it, and with it the keyboard of the dialog around.
 */
const atWork = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(), // nor does it send its form
} as const;

/** A button in words. The browser's own: the sign-in needs no more, and would load all of Blueprint for it. */
export const Button = ({
  kind = 'default',
  icon,
  small,
  wide,
  busy = false,
  keys,
  steady,
  className = '',
  children,
  ...rest
}: Props) => (
  <button
    type="button"
    {...rest}
    data-steady={steady}
    className={`button ${kind === 'default' ? '' : kind} ${small ? 'small' : ''} ${wide ? 'wide' : ''} ${className}`}
    {...(busy ? atWork : {})}
  >
    {busy ? <Spinner /> : icon && <Icon of={icon} />}
    {children}
    {keys !== undefined && <Kbd>{keys}</Kbd>}
  </button>
);

type IconProps = Base & {
  icon: IconType;
  /** What it does, for those who do not see the icon, and as its tip. */
  label: string;
  kind?: ButtonKind;
  small?: boolean;
  /** Icon of 16 px instead of 20. */
  smallIcon?: boolean;
  busy?: boolean;
  steady?: string;
  children?: ReactNode;
};

/** A button that is an icon alone. Children are laid over it: a badge, a dot. */
export const IconButton = ({
  icon,
  label,
  kind = 'quiet',
  small,
  smallIcon,
  busy = false,
  steady,
  className = '',
  children,
  ...rest
}: IconProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    data-steady={steady}
    className={`button icon-only ${kind === 'default' ? '' : kind} ${small ? 'small' : ''} ${className}`}
    aria-label={label}
    {...(busy ? atWork : {})}
  >
    {busy ? <Spinner /> : <Icon of={icon} size={small || smallIcon ? 'small' : 'large'} />}
    {children}
  </button>
);

/** A link that acts: accent words without a box. */
export const TextButton = ({
  className = '',
  danger,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { danger?: boolean }) => (
  <button type="button" {...rest} className={`text-button ${danger ? 'danger' : ''} ${className}`} />
);
