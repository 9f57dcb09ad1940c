import type { MessageView } from '@prosa/contracts';
import Phone from 'lucide-react/icons/phone';
import { readableNumber } from '../../../contacts/contacts/number.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './marks.module.css';

type Props = { message: MessageView; notice: NonNullable<MessageView['notice']>; place: string };

/** An event of the conversation as a line across it: who changed the contact's number. */
export const Notice = ({ message: { id, createdAt, user }, notice: { from, to }, place }: Props) => {
  const { t } = useTexts('messages');
  const { time } = useFormat();
  const changed =
    from === null || to === null
      ? t('numberChanged')
      : t('numberChangedTo', { from: readableNumber(from), to: readableNumber(to) });
  return (
    <p className={styles.marker} data-key={place} data-id={id} tabIndex={-1}>
      <span>
        <Icon of={Phone} size="tiny" />
        <b>{changed}</b> <time dateTime={createdAt}>{time(createdAt)}</time>
        {user?.name && ` · ${user.name}`}
      </span>
    </p>
  );
};
