import type { MessageTemplate } from '@prosa/contracts';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { useNearEnd } from '../../../ui/hooks/use-near-end.ts';
import { TextButton } from '../../../ui/marks/button.tsx';
import { SkeletonRows } from '../../../ui/marks/states.tsx';
import styles from './template-dialog.module.css';
import { useTemplates } from './use-templates.ts';

/** The approved templates of a connection, with a search. */
export const TemplateChoice = ({
  connectionId,
  onChoose,
}: {
  connectionId: string;
  onChoose: (template: MessageTemplate) => void;
}) => {
  const { t } = useTexts('composer');
  const isPhone = useIsPhone();
  const [query, setQuery] = useState('');
  const found = useTemplates(connectionId, query);
  const list = useNearEnd(found.more);
  return (
    <div className="form">
      <Field label={t('template.search')}>
        {(control) => (
          <TextInput
            {...control}
            icon={Search}
            autoFocus={!isPhone}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      <div className={styles.list} ref={list} aria-busy={found.status === 'loading'}>
        <ul aria-label={t('template.list')}>
          {found.templates.map((template) => (
            <li key={`${template.language} ${template.name}`}>
              <button type="button" className={styles.choice} onClick={() => onChoose(template)}>
                <span className={styles.name}>
                  <b className="truncate">{template.name.replaceAll('_', ' ')}</b>
                  <small>{template.language.replace('_', '-')}</small>
                </span>
                <span className={styles.words} dir="auto">
                  {template.text}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <State found={found} query={query} />
      </div>
    </div>
  );
};

const State = ({ found, query }: { found: ReturnType<typeof useTemplates>; query: string }) => {
  const { t } = useTexts('composer');
  if (found.failure)
    return (
      <p className="none" role="alert">
        {errorText(found.failure)} <TextButton onClick={found.again}>{t('again')}</TextButton>
      </p>
    );
  if (found.status === 'loading') return <SkeletonRows rows={found.templates.length > 0 ? 1 : 4} label={t('template.loading')} />;
  if (found.templates.length > 0) return null;
  return (
    <p className="none" role="status">
      {query.trim() === '' ? t('template.none') : t('template.noMatch', { query: query.trim() })}
    </p>
  );
};
