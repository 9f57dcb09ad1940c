import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, useContext, useRef } from 'react';
import { Icon } from '../marks/icon.tsx';

/** The texts of the toasts that are shown now. */
export const ToastTexts = createContext<readonly string[]>([]);

type Props = { id?: string; className?: string | undefined; bare?: boolean; children: string };

/**
 * Why something was refused, in its place. While a toast says the same it only keeps its space, so that nobody reads it twice and nothing
 * moves when it comes; a screen reader has heard it by then. `bare`: without the icon.
 */
export const Fault = ({ id, className = 'error', bare = false, children }: Props) => {
  const isToasted = useContext(ToastTexts).includes(children);
  const heard = useRef('');
  if (isToasted) heard.current = children;
  return (
    <p
      className={className}
      {...(id === undefined ? {} : { id })}
      {...(heard.current === children ? {} : { role: 'alert' })}
      style={isToasted ? { visibility: 'hidden' } : undefined}
    >
      {!bare && <Icon of={CircleAlert} />}
      {children}
    </p>
  );
};
