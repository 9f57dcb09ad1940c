import type { Ref, TextareaHTMLAttributes } from 'react';
import { MentionList } from './mentions/mention-list.tsx';
import type { useMentions } from './mentions/use-mentions.ts';

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  named: ReturnType<typeof useMentions>;
  ref?: Ref<HTMLTextAreaElement> | undefined;
};

/**
 * The field of an observation, in which an `@` names a colleague. Their list lies above the nearest positioned element, and takes its keys
 * before `onKeyDown`.
 */
export const NamingArea = ({ named, ref, onKeyDown, onBlur, ...rest }: Props) => (
  <>
    {named.list && <MentionList {...named.list} />}
    <textarea
      {...rest}
      {...named.fieldProps}
      ref={(element) => {
        named.field.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      onKeyDown={(event) => {
        if (!named.handleKeyDown(event)) onKeyDown?.(event);
      }}
      onBlur={(event) => {
        onBlur?.(event);
        named.leave();
      }}
    />
  </>
);
