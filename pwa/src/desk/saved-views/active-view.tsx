import X from 'lucide-react/icons/x';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import chips from '../tickets/list/list-chips.module.css';
import { selectView } from '../tickets/state/tickets.selectors.ts';
import { viewLeft } from './saved-views.saga.ts';
import { savedViews } from './saved-views.slice.ts';
import styles from './views.module.css';

/** The view that is shown, as a chip that leaves it. */
export const ActiveView = () => {
  const { t } = useTexts('saved-views');
  const dispatch = useDispatch();
  const { saved } = useSelector(selectView);
  const { live } = useSelector(savedViews.selectState);
  const name = saved ? (live.byId[saved.id]?.name ?? '…') : null;
  if (name === null) return null;
  return (
    <button
      type="button"
      className={`${chips.chip} ${styles.active}`}
      aria-pressed
      aria-label={t('leave', { name })}
      title={t('leave', { name })}
      onClick={() => dispatch(viewLeft())}
    >
      <span className="truncate">{name}</span>
      <Icon of={X} size="tiny" />
    </button>
  );
};
