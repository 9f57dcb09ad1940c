import { contactRoutes } from '@prosa/contracts';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../kernel/api-error.ts';
import { call } from '../kernel/client.ts';
import { failureShown } from '../kernel/toasts.slice.ts';
import { useWords } from '../records/use-words.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { useIsPhone } from '../ui/use-media.ts';

/** A million contacts are some 60 MB. */
const TIMEOUT_MS = 5 * 60_000;

/** Hands a file to the browser's downloads. */
const save = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TIMEOUT_MS); // some browsers read it late
};

/** What concerns all contacts: their export; on phones in a menu. */
export const ContactTools = () => {
  const words = useWords('contacts-screen');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { data } = await call(contactRoutes.exportAll, { blob: true, timeout: TIMEOUT_MS });
      save(data as unknown as Blob, words('file'));
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  if (!isPhone)
    return (
      <Button icon={Download} busy={isBusy} onClick={() => void download()}>
        {words('export')}
      </Button>
    );
  return (
    <MenuButton
      label={words('more')}
      entries={[{ id: 'export', icon: Download, label: words('export'), disabled: isBusy, run: () => void download() }]}
    >
      {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={words('more')} busy={isBusy} />}
    </MenuButton>
  );
};
