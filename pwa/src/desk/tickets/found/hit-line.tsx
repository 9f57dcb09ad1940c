import type { MessageView } from '@prosa/contracts';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { useColleague } from '../../../people/users/colleagues.ts';
import { excerpt } from '../../message-search/marked.ts';
import styles from './found.module.css';

/** Number of letters before the first of the words: a line of a list has little room. */
const BEFORE = 16;

/** A message that a search found: who of the team wrote it, and its words, those sought marked. */
export const HitLine = ({ message, sought }: { message: MessageView; sought: string }) => {
  const { t } = useTexts('messages');
  const { t: words } = useTexts('message-search');
  const me = useSelector(selectMe);
  const { fromMe, automatic, user, body } = message;
  const { brief } = useColleague(user?.id ?? '', user?.name);
  const who = !fromMe ? null : automatic ? t(`automatic-${automatic}`) : user?.id === me?.id ? words('you') : brief;
  return (
    <span className={`${styles.hit} truncate`} dir="auto">
      {who && `${who}: `}
      {excerpt(body ?? t('forgotten'), sought, BEFORE).map(({ text, isSought }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        isSought ? <mark key={at}>{text}</mark> : text,
      )}
    </span>
  );
};
