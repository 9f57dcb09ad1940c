import { useDispatch, useSelector } from 'react-redux';
import { selectOffered, toastDismissed } from '../../kernel/calls/toasts.slice.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { TOAST_KEY } from '../../ui/toasts.tsx';

/** A toast is at the end of the page, far away for Tab users: its button has a shortcut while it is shown. */
export const useToastKey = (): void => {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const offered = useSelector(selectOffered);
  const run = () => {
    if (!offered?.action) return;
    dispatch(toastDismissed(offered.id));
    dispatch(offered.action.does);
  };
  useShortcuts([{ keys: [TOAST_KEY], label: offered?.action?.label ?? '', group: t('everywhere'), run }], offered !== undefined);
};
