import { Fragment } from 'react';
import { filled } from '../../kernel/i18n/filled.ts';

type Props = {
  /** A text of a translation file, with `<b>` around what is bold, and `{{name}}` for values. */
  text: string;
  values: Record<string, string>;
};

/** A text with bold parts. The values are filled in after it was read, so that no tags in them count. */
export const MarkedText = ({ text, values }: Props) =>
  text.split(/<b>(.*?)<\/b>/s).map((part, at) => {
    const words = filled(part, values);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    return at % 2 === 1 ? <b key={at}>{words}</b> : <Fragment key={at}>{words}</Fragment>;
  });
