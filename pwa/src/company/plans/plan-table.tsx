import type { PlanView } from '@prosa/contracts';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatCount, formatMoney } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import styles from '../../records/form-table.module.css';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { IconButton } from '../../ui/marks/button.tsx';

type Props = {
  plans: readonly PlanView[];
  chosen: string | null;
  /** How many companies have a plan; null while that is not known. */
  companiesOf: ((id: string) => number) | null;
  onChoose: (plan: PlanView) => void;
  onRemove: (plan: PlanView) => void;
};

/** All plans, the cheapest first; on narrow screens a list. */
export const PlanTable = (props: Props) => {
  const { t } = useTexts('plans');
  const isListed = useIsListed();
  const { plans, chosen } = props;
  const marked = (id: string) => (id === chosen ? ({ 'aria-current': true } as const) : {});
  if (isListed)
    return (
      <section className={styles.panel} aria-label={t('title')}>
        <ul className={styles.list}>
          {plans.map((plan) => (
            <li key={plan.id} data-id={plan.id} {...marked(plan.id)}>
              <span className={styles.lines}>
                <b className="truncate">{plan.name}</b>
                <span>
                  {formatMoney(plan.value)}{' '}
                  <span className={styles.muted}>
                    · {t('companies')} <Companies {...props} id={plan.id} />
                  </span>
                </span>
                <small className={styles.muted}>{t('summary', plan)}</small>
              </span>
              <Acts {...props} plan={plan} />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={styles.panel} aria-label={t('title')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('fields.name')}</th>
            {(['users', 'connections', 'queues', 'value'] as const).map((name) => (
              <th key={name} scope="col" className={styles.num} {...(name === 'value' && { 'aria-sort': 'ascending' })}>
                {t(`fields.${name}`)}
              </th>
            ))}
            <th scope="col" className={styles.num}>
              {t('companies')}
            </th>
            <th scope="col" className={styles.end}>
              {t('acts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id} data-id={plan.id} {...marked(plan.id)}>
              <td>
                <span className={`${styles.words} truncate`}>{plan.name}</span>
              </td>
              <td className={styles.num}>{formatCount(plan.users)}</td>
              <td className={styles.num}>{formatCount(plan.connections)}</td>
              <td className={styles.num}>{formatCount(plan.queues)}</td>
              <td className={styles.num}>{formatMoney(plan.value)}</td>
              <td className={styles.num}>
                <Companies {...props} id={plan.id} />
              </td>
              <td>
                <Acts {...props} plan={plan} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Companies = ({ companiesOf, id }: Pick<Props, 'companiesOf'> & { id: string }) =>
  companiesOf ? formatCount(companiesOf(id)) : '–';

const Acts = ({ plan, onChoose, onRemove }: Pick<Props, 'onChoose' | 'onRemove'> & { plan: PlanView }) => {
  const { t } = useTexts('plans');
  return (
    <span className={styles.rowActs}>
      <IconButton icon={Pencil} small label={t('editOne', plan)} onClick={() => onChoose(plan)} />
      <IconButton icon={Trash2} small label={t('remove', plan)} onClick={() => onRemove(plan)} />
    </span>
  );
};
