import TextSearch from 'lucide-react/icons/text-search';
import { useOpened } from '../../kernel/calls/use-opened.ts';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { later } from '../../kernel/loading/later.ts';
import { useActions } from '../../shell/shortcuts.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';

const dialog = later(
  async () => (await Promise.all([import('./message-search-dialog.tsx'), loadScreenTexts('message-search')]))[0],
  { atRest: true },
);

/** Opens the message search. The command palette offers the same. */
export const MessageSearchButton = () => {
  const { t } = useTexts('messages');
  const { opened, open, close } = useOpened(dialog);
  useActions([
    {
      id: 'messages:search',
      label: t('searchMessages'),
      section: 'actions',
      icon: <Icon of={TextSearch} />,
      run: open,
    },
  ]);
  return (
    <>
      <IconButton icon={TextSearch} label={t('searchMessages')} onClick={open} />
      {opened && <opened.MessageSearchDialog onClose={close} />}
    </>
  );
};
