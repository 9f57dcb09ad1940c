import { type AccountView, accountRoutes, newId } from '@prosa/contracts/schemas';
import Building2 from 'lucide-react/icons/building-2';
import { useEffect, useState } from 'react';
import { api } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import styles from '../../records/form-table.module.css';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountTable } from './account-table.tsx';
import type texts from './accounts.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    accounts: typeof texts;
  }
}

/**
 * The companies, as platform-level users keep them: a form, and the table of all. Nobody is told of other companies' changes, so the table
 * is fetched again when somebody comes back to it.
 */
export const AccountSettings = () => {
  const { t } = useTexts('accounts');
  const { reply, failure, again } = useAnswer(() => api.call(accountRoutes.listAll, {}));
  const [chosen, setChosen] = useState<string | null>(null);
  const [ref, setRef] = useState(newId);
  useEffect(() => {
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, [again]);
  const companies: AccountView[] = reply?.data.companies ?? [];
  const account = companies.find(({ id }) => id === chosen) ?? null;
  const begin = () => {
    setChosen(null);
    setRef(newId());
  };
  const handleDone = () => {
    begin();
    again();
  };
  return (
    <div className={styles.both}>
      <AccountForm
        key={account?.id ?? ref}
        reference={ref}
        account={account}
        onClear={begin}
        onDone={handleDone}
        onChanged={again}
      />
      {reply ? (
        companies.length === 0 ? (
          <EmptyState icon={Building2} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : (
          <AccountTable companies={companies} chosen={chosen} onChoose={setChosen} />
        )
      ) : failure ? (
        <ErrorState title={t('failed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </div>
  );
};
