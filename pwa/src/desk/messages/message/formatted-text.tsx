import { memo } from 'react';
import { formatted, isFormatted, type Piece } from '../kinds/formatted.ts';
import styles from './formatted-text.module.css';
import { LinkedText } from './linked-text.tsx';
import { Sought } from './sought.tsx';

/** A message's text as the customer of the channel sees it: its addresses are links, and where the channel has marks, it is formatted by them. */
export const FormattedText = memo(({ text, channel }: { text: string; channel: string | undefined }) =>
  isFormatted(channel) ? <Blocks text={text} /> : <LinkedText text={text} />,
);

const Blocks = ({ text }: { text: string }) => (
  <>
    {formatted(text).map((block, at) => {
      const pieces = <Pieces of={block.pieces} />;
      // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      if (block.kind === 'quote')
        return (
          <span key={at} className={styles.quote}>
            {pieces}
          </span>
        );
      if (block.kind === 'entry')
        return (
          <span key={at} className={styles.entry}>
            {block.marker} {pieces}
          </span>
        );
      return <Pieces key={at} of={block.pieces} />;
      // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    })}
  </>
);

const Pieces = ({ of }: { of: readonly Piece[] }) => (
  <>
    {of.map((piece, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <One key={at} piece={piece} />
    ))}
  </>
);

const One = ({ piece }: { piece: Piece }) => {
  if (typeof piece === 'string') return <Sought text={piece} />;
  switch (piece.kind) {
    case 'code':
      return (
        <code className={styles.code}>
          <Sought text={piece.text} />
        </code>
      );
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
          <Sought text={piece.text} />
        </a>
      );
    case 'bold':
      return (
        <strong className={styles.bold}>
          <Pieces of={piece.pieces} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Pieces of={piece.pieces} />
        </em>
      );
    case 'struck':
      return (
        <s>
          <Pieces of={piece.pieces} />
        </s>
      );
  }
};
