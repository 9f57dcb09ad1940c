import UserRound from 'lucide-react/icons/user-round';
import { type CSSProperties, useState } from 'react';
import { ChannelIcon } from './channel-icon.tsx';
import { Icon } from './icon.tsx';

/** Returns a name's hue, always the same, in steps of 15 degrees. */
export const hueOf = (name: string): number => {
  let hash = 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0;
  return (hash % 24) * 15;
};

/** First letters of the first and the last name; '' if there are no words, only a number. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''));
  return letters.join('').toLocaleUpperCase();
};

type Props = {
  /** null if the person was erased. */
  name: string | null;
  picture?: string | null;
  /** Shows the channel's mark at the corner. */
  channel?: string;
  size?: 16 | 20 | 28 | 32 | 36 | 40 | 64;
};

/**
 * A person: picture, otherwise initials on a hue from the name, otherwise an icon. The name is always shown beside it, so screen readers
 * skip it.
 */
export const Avatar = ({ name, picture, channel, size = 40 }: Props) => {
  const [broken, setBroken] = useState<string | null>(null);
  const initials = initialsOf(name ?? '');
  return (
    <span className={`avatar ${size === 40 ? '' : `s${size}`}`} style={{ '--hue': hueOf(name ?? '') } as CSSProperties}>
      {picture && picture !== broken ? (
        <img src={picture} alt="" loading="lazy" onError={() => setBroken(picture)} />
      ) : initials ? (
        <span aria-hidden="true">{initials}</span>
      ) : (
        <Icon of={UserRound} />
      )}
      {channel && (
        <span className="channel">
          <ChannelIcon channel={channel} />
        </span>
      )}
    </span>
  );
};
