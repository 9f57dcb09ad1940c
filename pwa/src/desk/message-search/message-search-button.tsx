import TextSearch from 'lucide-react/icons/text-search';
import { type ComponentType, useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { later } from '../../kernel/loading/later.ts';
import { useActions } from '../../shell/shortcuts.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';

type DialogProps = { onClose: () => void };

const dialog = later(
  async () => (await Promise.all([import('./message-search-dialog.tsx'), loadScreenTexts('message-search')]))[0],
  { atRest: true },
);

/** Opens the message search. The command palette offers the same. */
export const MessageSearchButton = () => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const [Shown, setShown] = useState<ComponentType<DialogProps> | null>(null);
  const open = async () => {
    try {
      const { MessageSearchDialog } = await dialog.load();
      setShown(() => MessageSearchDialog);
    } catch (error) {
      dispatch(failureShown(failureOf(error))); // no network
    }
  };
  useActions([
    {
      id: 'messages:search',
      label: t('searchMessages'),
      section: 'actions',
      icon: <Icon of={TextSearch} />,
      run: () => void open(),
    },
  ]);
  return (
    <>
      <IconButton icon={TextSearch} label={t('searchMessages')} onClick={() => void open()} />
      {Shown && <Shown onClose={() => setShown(null)} />}
    </>
  );
};
