import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { Icon, type IconType } from './icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  icon?: IconType;
  /** Stands inside at the right: an IconButton. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** One line of text; with an icon at the left or a button at the right. 16 px on phones, so that they do not zoom. */
export const TextInput = ({ icon, end, className = '', ...rest }: Props) => {
  const input = <input {...rest} className={`input ${end ? 'has-end' : ''} ${className}`} />;
  if (!icon && !end) return input;
  return (
    <div className="input-with">
      {icon && <Icon of={icon} />}
      {input}
      {end}
    </div>
  );
};

/** Several lines. */
export const TextArea = ({
  className = '',
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <textarea {...rest} className={`input ${className}`} />
);
