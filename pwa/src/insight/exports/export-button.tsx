import ShieldCheck from 'lucide-react/icons/shield-check';
import { useSelector } from 'react-redux';
import { useOpened } from '../../kernel/calls/use-opened.ts';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';

const dialog = later(async () => (await Promise.all([import('./export-dialog.tsx'), loadScreenTexts('exports')]))[0], {
  atRest: true,
});

type Props = Omit<ExportDialogProps, 'onClose'> & { label: string; isIcon?: boolean };

/** Opens the export with its proof, for those who may export. */
export const ExportButton = ({ label, isIcon = false, ...of }: Props) => {
  const mayExport = useSelector(selectMay('exports:make'));
  const { opened, open, close } = useOpened(dialog);
  if (!mayExport) return null;
  return (
    <>
      {isIcon ? (
        <IconButton icon={ShieldCheck} label={label} onClick={open} />
      ) : (
        <Button icon={ShieldCheck} onClick={open}>
          {label}
        </Button>
      )}
      {opened && <opened.ExportDialog {...of} onClose={close} />}
    </>
  );
};
