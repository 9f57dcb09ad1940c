import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ListFilters } from './list-filters.tsx';

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
      <ListFilters asSheet />
    </Dialog>
  );
};
