import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useRef } from 'react';
import { useAutoFocus } from '../hooks/use-auto-focus.ts';
import { Icon, type IconType } from '../marks/icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  icon?: IconType;
  /** Shown inside at the right: an IconButton. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** A line of text input, optionally with an icon at the left or a button at the right. 16 px on phones, so that they do not zoom. */
export const TextInput = ({ icon, end, className = '', autoFocus = false, ref, ...rest }: Props) => {
  const own = useRef<HTMLInputElement>(null);
  useAutoFocus(own, autoFocus);
  const setRef = (element: HTMLInputElement | null) => {
    own.current = element;
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
  };
  const input = <input {...rest} ref={setRef} className={`input ${end ? 'has-end' : ''} ${className}`} />;
  if (!icon && !end) return input;
  return (
    <div className="input-with">
      {icon && <Icon of={icon} />}
      {input}
      {end}
    </div>
  );
};

/** A text input of several lines. */
export const TextArea = ({
  className = '',
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <textarea {...rest} className={`input ${className}`} />
);
