import type { MessageView } from '@prosa/contracts';
import { useSelector } from 'react-redux';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { FormattedText } from './formatted-text.tsx';
import styles from './naming-text.module.css';

type Props = { text: string; mentions: MessageView['mentions']; channel: string | undefined };

/** The text of an observation, with the colleagues whom it names called as they are called now. */
export const NamingText = ({ text, mentions, channel }: Props) => {
  const me = useSelector(selectMe)?.id;
  const rest = mentions.at(-1)!;
  return (
    <>
      {mentions.map(({ at, length, user }, index) => {
        const before = mentions[index - 1];
        const name = user.name === null ? text.slice(at, at + length) : `@${user.name}`;
        return [
          <FormattedText key={at} text={text.slice(before ? before.at + before.length : 0, at)} channel={channel} />,
          <b key={`${at}-name`} className={styles.mention} data-mention={user.id === me ? 'own' : ''}>
            {name}
          </b>,
        ];
      })}
      <FormattedText text={text.slice(rest.at + rest.length)} channel={channel} />
    </>
  );
};
