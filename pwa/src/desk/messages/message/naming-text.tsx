import type { MentionView } from '@prosa/contracts';
import { Fragment, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import styles from './naming-text.module.css';

type Props = {
  text: string;
  mentions: readonly MentionView[];
  /** How the rest of the text is shown. */
  part: (text: string) => ReactNode;
};

/** The text of an observation, with the colleagues whom it names called as they are called now. */
export const NamingText = ({ text, mentions, part }: Props) => {
  const me = useSelector(selectMe)?.id;
  const rest = mentions.at(-1)!;
  return (
    <>
      {mentions.map(({ at, length, user }, index) => {
        const before = mentions[index - 1];
        const name = user.name === null ? text.slice(at, at + length) : `@${user.name}`;
        return [
          <Fragment key={at}>{part(text.slice(before ? before.at + before.length : 0, at))}</Fragment>,
          <b key={`${at}-name`} className={styles.mention} data-mention={user.id === me ? 'own' : ''}>
            {name}
          </b>,
        ];
      })}
      {part(text.slice(rest.at + rest.length))}
    </>
  );
};
