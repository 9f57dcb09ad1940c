import { accountRoutes, newId, type PlanView } from '@prosa/contracts/schemas';
import Layers from 'lucide-react/icons/layers';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../../kernel/calls/client.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import styles from '../../records/form-table.module.css';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { PlanForm } from './plan-form.tsx';
import { PlanTable } from './plan-table.tsx';
import { deletePlan } from './plans.commands.ts';
import type texts from './plans.screen.pt.json';
import { plans } from './plans.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    plans: typeof texts;
  }
}

/** The plans that companies subscribe to: a form, and the table of all with how many companies have each. */
export const PlanSettings = () => {
  const { t } = useTexts('plans');
  const dispatch = useDispatch();
  const { status } = useSelector(plans.selectState);
  const all = plans.useAll();
  const { reply } = useAnswer(() => api.call(accountRoutes.listAll, {}));
  const [chosen, setChosen] = useState<PlanView | null>(null);
  const [removing, setRemoving] = useState<PlanView | null>(null);
  const [ref, setRef] = useState(newId);
  const begin = () => {
    setChosen(null);
    setRef(newId());
  };
  const companies = reply && Map.groupBy(reply.data.companies, ({ planId }) => planId);
  return (
    <div className={styles.both}>
      <PlanForm key={chosen?.id ?? ref} reference={ref} plan={chosen} onDone={begin} />
      {status === 'loading' && all.length === 0 && <SkeletonRows rows={3} label={t('loading')} />}
      {status === 'failed' && <ErrorState title={t('failed')} onRetry={() => dispatch(plans.wanted())} />}
      {status === 'ready' && all.length === 0 && (
        <EmptyState icon={Layers} title={t('empty')}>
          {t('emptyHint')}
        </EmptyState>
      )}
      {all.length > 0 && (
        <PlanTable
          plans={all}
          chosen={chosen?.id ?? null}
          companiesOf={companies ? (id) => companies.get(id)?.length ?? 0 : null}
          onChoose={setChosen}
          onRemove={setRemoving}
        />
      )}
      {removing && (
        <DeletionDialog
          title={t('removeTitle', removing)}
          id={removing.id}
          act={deletePlan.act({ id: removing.id })}
          onDelete={() => dispatch(deletePlan.start({ id: removing.id }))}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            if (chosen?.id === removing.id) begin();
          }}
          texts={{ cancel: t('cancel'), delete: t('removeIt') }}
        >
          <p>{t('removeHint')}</p>
        </DeletionDialog>
      )}
    </div>
  );
};
