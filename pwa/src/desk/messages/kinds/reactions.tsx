import type { MessageView, Reaction } from '@prosa/contracts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import styles from './kinds.module.css';

/** Reactions as chips below a bubble, grouped by emoji, in order of each emoji's first reaction. */
export const Reactions = ({ message: { reactions } }: { message: MessageView }) => {
  const { t } = useTexts('messages');
  const who = ({ fromMe, name }: Reaction): string => (fromMe ? t('team') : (name ?? t('customer')));
  return (
    <ul className={styles.reactions} aria-label={t('reactions')}>
      {[...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
        const all = reactions.filter((one) => one.emoji === emoji);
        const words = t('reactionOf', { emoji, names: all.map(who).join(', ') });
        return (
          <li key={emoji} title={words}>
            <span aria-hidden="true">
              {emoji}
              {all.length > 1 && <small>{all.length}</small>}
            </span>
            <span className="hidden-text">{words}</span>
          </li>
        );
      })}
    </ul>
  );
};
