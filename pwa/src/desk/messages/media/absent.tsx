import type { ReactNode } from 'react';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { formatBytes } from '../../../kernel/i18n/sizes.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { kindIcons } from '../kinds/summary.ts';
import styles from './absent.module.css';
import { isLine, mediaOf, type WithMedia } from './media.model.ts';

/** The reason why a customer's file did not arrive. */
const CAUSES = ['gone', 'unavailable', 'refused', 'too-large'] as const;
type Cause = (typeof CAUSES)[number];
const isCause = (reason: string): reason is Cause => CAUSES.some((cause) => cause === reason);

/** A customer's file that is still being fetched, in the room that it will take. */
export const Coming = ({ message }: { message: WithMedia }) => {
  const { t } = useTexts('messages');
  return (
    <div className={styles.absent} data-line={isLine(message) || undefined} data-state="coming">
      <Emblem message={message} />
      <span className={styles.words}>
        <Title message={message} />
        <small>{[sizeOf(message), t('media.coming')].filter(Boolean).join(' · ')}</small>
      </span>
    </div>
  );
};

/** A file that did not arrive, with the reason; `retry` fetches it again. */
export const Failed = ({ message, retry }: { message: WithMedia; retry: ReactNode }) => {
  const { t } = useTexts('messages');
  const { mediaError: reason } = message;
  const why = reason === null ? null : isCause(reason) ? t(`media.lost-${reason}`) : errorText({ code: reason, details: {} });
  return (
    <div className={styles.absent} data-line={isLine(message) || undefined} data-state="failed">
      <Emblem message={message} />
      <span className={styles.words}>
        <Title message={message} />
        <span className={styles.why}>{why ?? t('media.mediaFailed')}</span>
      </span>
      <span className={styles.again}>{retry}</span>
    </div>
  );
};

const Emblem = ({ message }: { message: WithMedia }) => (
  <span className={styles.emblem}>
    <Icon of={kindIcons[mediaOf(message)?.kind ?? 'document']} size="large" />
  </span>
);

/** The file's name, otherwise its kind. */
const Title = ({ message }: { message: WithMedia }) => {
  const { t } = useTexts('messages');
  const media = mediaOf(message);
  return (
    <span className="truncate" dir="auto">
      {media ? (media.name ?? t(`kind-${media.kind}`)) : t('media.mediaFailed')}
    </span>
  );
};

const sizeOf = (message: WithMedia): string | null => {
  const bytes = mediaOf(message)?.bytes ?? null;
  return bytes === null ? null : formatBytes(bytes);
};
