import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Icon, type IconType } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

/** `default` with an edge, `primary` filled (one per view), `call` for the row that needs attention, `danger`, `quiet` without an edge. */
export type ButtonKind = 'default' | 'primary' | 'call' | 'danger' | 'quiet';

type Base = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { ref?: Ref<HTMLButtonElement> };
type Props = Base & {
  kind?: ButtonKind;
  icon?: IconType;
  small?: boolean;
  /** Takes the full width. */
  wide?: boolean;
  /** In progress: shows the spinner instead of the icon and ignores clicks. */
  busy?: boolean;
  /** The equivalent key, shown at the end. */
  keys?: string;
  /** For critical acts: names the act and its object; the button then ignores a click right after another one at its place (steady.ts). */
  steady?: string;
  children?: ReactNode;
};

/** In progress it ignores clicks but keeps the focus: a disabled button loses it, and the dialog around it loses its keyboard. */
const atWork = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(), // also prevents the submit
} as const;

/** A button with a text. It is a native one: the sign-in needs no more, and would otherwise load all of Blueprint. */
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
  /** The name of what it does, for screen readers and as the tooltip. */
  label: string;
  kind?: ButtonKind;
  small?: boolean;
  /** A 16 px icon instead of 20 px. */
  smallIcon?: boolean;
  busy?: boolean;
  steady?: string;
  children?: ReactNode;
};

/** A button with only an icon. Children are laid over it: a badge, a dot. */
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

/** A button that looks like a link: accent text without a box. */
export const TextButton = ({
  className = '',
  danger,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { danger?: boolean }) => (
  <button type="button" {...rest} className={`text-button ${danger ? 'danger' : ''} ${className}`} />
);
