import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ComponentType, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
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
  const dispatch = useDispatch();
  const mayExport = useSelector(selectMay('exports:make'));
  const [Shown, setShown] = useState<ComponentType<ExportDialogProps> | null>(null);
  const open = async () => {
    try {
      const { ExportDialog } = await dialog.load();
      setShown(() => ExportDialog);
    } catch (error) {
      dispatch(failureShown(failureOf(error))); // no network
    }
  };
  if (!mayExport) return null;
  return (
    <>
      {isIcon ? (
        <IconButton icon={ShieldCheck} label={label} onClick={() => void open()} />
      ) : (
        <Button icon={ShieldCheck} onClick={() => void open()}>
          {label}
        </Button>
      )}
      {Shown && <Shown {...of} onClose={() => setShown(null)} />}
    </>
  );
};
