import { useLayoutEffect } from 'react';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { FieldOption } from '../../../ui/fields/field-option.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { TextButton } from '../../../ui/marks/button.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { HereDot, hereOf } from '../../../ui/marks/presence.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import above from './above-field.module.css';
import styles from './mention-list.module.css';
import type { useMentions } from './use-mentions.ts';

type Props = NonNullable<ReturnType<typeof useMentions>['list']>;

/** The colleagues whom the `@` at the caret can name, above the field, which keeps the focus. If there is none there is no list. */
export const MentionList = ({ id, found, active, optionId, people, failure, again, goTo, choose }: Props) => {
  const { t } = useTexts('composer');
  const { t: words } = useTexts('ui');
  const activeId = found.length > 0 ? optionId(active) : null;
  useLayoutEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  if (failure)
    return (
      <div className={`options ${above.list} ${styles.list}`} role="alert">
        <p className="none">
          {errorText(failure)}{' '}
          <TextButton onMouseDown={(event) => event.preventDefault()} onClick={again}>
            {t('again')}
          </TextButton>
        </p>
      </div>
    );
  if (!people)
    return (
      <div className={`options ${above.list} ${styles.list}`}>
        <p className="none" role="status">
          <Spinner /> {t('mentionsLoading')}
        </p>
      </div>
    );
  const count = (
    <VisuallyHidden>
      <span role="status">{found.length === 0 ? t('noMentionable') : t('mentionable', { count: found.length })}</span>
    </VisuallyHidden>
  );
  if (found.length === 0) return count;
  return (
    <div className={`options ${above.list} ${styles.list}`}>
      {count}
      <div role="listbox" id={id} className={styles.people} aria-label={t('mentions')}>
        {found.map((person, at) => (
          <FieldOption
            key={person.id}
            id={optionId(at)}
            isActive={at === active}
            onPoint={() => goTo(at)}
            onChoose={() => choose(person)}
          >
            <Avatar name={person.name} picture={person.profilePicUrl} size={28} />
            <span className="grow truncate">{person.name}</span>
            <span className={styles.here}>
              <HereDot here={hereOf(person)} />
              {words(`availability.${hereOf(person)}`)}
            </span>
          </FieldOption>
        ))}
      </div>
      <p className={`${above.keys} ${styles.keys}`} aria-hidden="true">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keyChoose')} <Kbd>Enter</Kbd> {t('keyMention')}
      </p>
    </div>
  );
};
