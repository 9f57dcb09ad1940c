import { contactRoutes } from '@prosa/contracts';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Upload from 'lucide-react/icons/upload';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useDownload } from '../../kernel/calls/use-download.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import { ImportDialog } from '../imports/import-dialog.tsx';
import { importOpened, importsEntered, selectImports } from '../imports/imports.slice.ts';

/** Actions for all contacts: their import and export; on phones in a menu. */
export const ContactTools = () => {
  const words = useWords('contacts-screen');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const mayImport = useSelector(selectMay('contacts:write'));
  const { isOpen } = useSelector(selectImports);
  useEffect(() => void dispatch(importsEntered(null)), [dispatch]);
  const open = () => void dispatch(importOpened());
  const file = useDownload();
  const { isBusy } = file;
  const download = () => file.download(contactRoutes.exportAll, {}, words('file'));
  const importDialog = isOpen && <ImportDialog />;
  if (!isPhone)
    return (
      <>
        {mayImport && (
          <Button icon={Upload} onClick={open}>
            {words('import')}
          </Button>
        )}
        <Button icon={Download} busy={isBusy} onClick={() => void download()}>
          {words('export')}
        </Button>
        {importDialog}
      </>
    );
  return (
    <>
      <MenuButton
        label={words('more')}
        entries={[
          ...(mayImport ? [{ id: 'import', icon: Upload, label: words('import'), run: open }] : []),
          { id: 'export', icon: Download, label: words('export'), disabled: isBusy, run: () => void download() },
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={words('more')} busy={isBusy} />}
      </MenuButton>
      {importDialog}
    </>
  );
};
