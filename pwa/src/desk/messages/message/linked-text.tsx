import { linked } from '../kinds/links.ts';

/** A text whose addresses are links. */
export const LinkedText = ({ text }: { text: string }) => (
  <>
    {linked(text).map(({ text: part, href }, at) =>
      href === null ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {part}
        </a>
      ),
    )}
  </>
);
