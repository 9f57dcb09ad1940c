import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Checkbox } from '../../../ui/fields/choices.tsx';
import { Button } from '../../../ui/marks/button.tsx';
import { Dot } from '../../../ui/marks/tag.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { SortedList } from '../state/tickets.sorts.ts';
import { AttendantChoice } from './list-attendant.tsx';
import styles from './list-filters.module.css';
import { useListFilters } from './list-filters.tsx';
import { useOrder } from './list-order.tsx';

/** The filters of the list, on phones. */
export const FilterDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTexts('tickets');
  return (
    <Dialog
      title={t('filterTitle')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Filters />
    </Dialog>
  );
};

const Filters = () => {
  const { t } = useTexts('tickets');
  const { choices, chosen, choose, shown, served, all } = useListFilters();
  return (
    <div className="form">
      {shown !== 'search' && <OrderChoice of={shown} />}
      {served && <AttendantChoice of={served} />}
      <fieldset className={`field ${styles.queues}`}>
        <legend className="label">{t('queues')}</legend>
        <div className={styles.checkList}>
          {choices.map(({ id, name, color }) => (
            <Checkbox
              key={id}
              checked={chosen.some((one) => one.id === id)}
              onChange={(checked) =>
                choose(checked ? [...chosen.map((one) => one.id), id] : chosen.map((one) => one.id).filter((one) => one !== id))
              }
            >
              <Dot color={color} />
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {all}
    </div>
  );
};

/** The order of a list, as a choice in the sheet. */
const OrderChoice = ({ of }: { of: SortedList }) => {
  const { title, offered, chosen, choose } = useOrder(of);
  return (
    <fieldset className={`field ${styles.queues}`}>
      <legend className="label">{title}</legend>
      <div className={styles.checkList}>
        {offered.map(({ sort, label }) => (
          <label key={sort} className="check">
            <input type="radio" name="order" checked={sort === chosen} onChange={() => choose(sort)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
