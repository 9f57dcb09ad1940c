import { linked } from '../kinds/links.ts';
import { Sought } from './sought.tsx';

/** A text whose addresses are links. */
export const LinkedText = ({ text }: { text: string }) => (
  <>
    {linked(text).map(({ text: part, href }, at) =>
      href === null ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        <Sought key={at} text={part} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
          <Sought text={part} />
        </a>
      ),
    )}
  </>
);
