import { contactListItemRoutes } from '@prosa/contracts';
import { abilitiesOf } from '@prosa/contracts/channels';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Upload from 'lucide-react/icons/upload';
import UserPlus from 'lucide-react/icons/user-plus';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { connections } from '../../../channels/connections/connections.slice.ts';
import { call } from '../../../kernel/calls/client.ts';
import { failureShown, notified } from '../../../kernel/calls/toasts.slice.ts';
import { useRequest } from '../../../kernel/calls/use-request.ts';
import { useWords } from '../../../records/use-words.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import { ImportDialog } from '../../imports/import-dialog.tsx';
import { importOpened, importsEntered, selectImports } from '../../imports/imports.slice.ts';
import { AddContactsDialog } from './add-contacts-dialog.tsx';

/** Actions for a whole list: a spreadsheet, the company's contacts, the check of its numbers; on phones in a menu. */
export const ItemTools = () => {
  const words = useWords('contact-list-items');
  const { contactListId = '' } = useParams();
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const { isOpen } = useSelector(selectImports);
  const [isAdding, setAdding] = useState(false);
  const check = useCheck(contactListId);
  useEffect(() => void dispatch(importsEntered(contactListId)), [dispatch, contactListId]);
  const acts = [
    { id: 'upload', icon: Upload, label: words('upload'), run: () => void dispatch(importOpened()) },
    { id: 'contacts', icon: UserPlus, label: words('addContacts'), run: () => setAdding(true) },
    ...(check.isOffered
      ? [{ id: 'check', icon: ShieldCheck, label: words('check'), disabled: check.isBusy, run: check.run }]
      : []),
  ];
  return (
    <>
      {isPhone ? (
        <MenuButton label={words('more')} entries={acts}>
          {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={words('more')} />}
        </MenuButton>
      ) : (
        acts.map(({ id, icon, label, run }) => (
          <Button key={id} icon={icon} busy={id === 'check' && check.isBusy} onClick={run}>
            {label}
          </Button>
        ))
      )}
      {isOpen && <ImportDialog />}
      {isAdding && <AddContactsDialog contactListId={contactListId} onClose={() => setAdding(false)} />}
    </>
  );
};

/** Asks which numbers of the list are on WhatsApp, where the default connection's channel can tell. */
const useCheck = (contactListId: string) => {
  const words = useWords('contact-list-items');
  const dispatch = useDispatch();
  const request = useRequest();
  const isOffered = connections
    .useAll()
    .some(({ isDefault, channel, provider }) => isDefault && abilitiesOf(channel, provider).knowsNumbers);
  const { failure } = request;
  useEffect(() => {
    if (failure) dispatch(failureShown(failure));
  }, [dispatch, failure]);
  const run = () =>
    void request.send(
      () => call(contactListItemRoutes.check, { params: { id: contactListId } }),
      () => dispatch(notified({ kind: 'ok', text: words('checking') })),
    );
  return { isOffered, isBusy: request.isBusy, run };
};
