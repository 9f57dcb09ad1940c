import type { MessageView } from '@prosa/contracts';
import Phone from 'lucide-react/icons/phone';
import { useTranslation } from 'react-i18next';
import { readableNumber } from '../contacts/number.ts';
import { useFormat } from '../sessions/use-format.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './marks.module.css';

type Props = { message: MessageView; notice: NonNullable<MessageView['notice']>; place: string };

/** What happened to the conversation, as a line across it: the contact's number was changed, by whom. */
export const Notice = ({ message: { id, createdAt, user }, notice: { from, to }, place }: Props) => {
  const { t } = useTranslation('messages');
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
