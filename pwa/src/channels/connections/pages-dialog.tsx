import type { ChannelName } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useWords } from '../../records/use-words.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { PagesFields, usePagesByToken } from './pages-by-token.tsx';
import { PAGES_TIMEOUT_MS, useConnected } from './pages-connected.ts';
import { useMetaSignIn } from './use-meta-sign-in.ts';

type Props = { kind: Extract<ChannelName, 'facebook' | 'instagram'>; onClose: () => void };

/**
 * Connects the pages or accounts of a person: by their sign-in with Meta in a window of its own, where the operator has set up an app for
 * that, else by a token. Neither code nor token is kept here.
 */
export const PagesDialog = ({ kind, onClose }: Props) => {
  const words = useWords('connections');
  const handleConnected = useConnected(onClose);
  const [wantsToken, setWantsToken] = useState(false);
  const byToken = usePagesByToken(kind, handleConnected);
  const exchange = useRequest();
  const signIn = useMetaSignIn(kind, (signedIn) => {
    const body = { ...signedIn, kind };
    void exchange.send(() => call(definition.routes.connectSignedIn, { body, timeout: PAGES_TIMEOUT_MS }), handleConnected);
  });
  if (signIn.isLacking)
    return (
      <Dialog title={words('addTo', { channel: words(`channels.${kind}`) })} isOpen onClose={onClose}>
        <p className="body">{words('metaLacks')}</p>
      </Dialog>
    );
  const isByToken = wantsToken || signIn.dialog === null;
  const trouble = signIn.trouble && words(`metaTroubles.${signIn.trouble}`);
  const handleSubmit = () => {
    if (isByToken) return byToken.submit();
    exchange.forget();
    signIn.open();
  };
  return (
    <FormDialog
      title={words('addTo', { channel: words(`channels.${kind}`) })}
      about={words('pagesAbout')}
      act={words(isByToken ? 'connect' : 'metaSignIn')}
      busy={isByToken ? byToken.isBusy : signIn.dialog === undefined || exchange.isBusy}
      refusal={isByToken ? byToken.refusal : (trouble ?? (exchange.failure && errorText(exchange.failure)))}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {isByToken ? (
        <PagesFields {...byToken} />
      ) : (
        <>
          <p>{words('metaAbout')}</p>
          <p className="hint" role="status">
            {signIn.isOpen ? words('metaWaiting') : exchange.isBusy ? words('connecting') : ''}
          </p>
        </>
      )}
      {signIn.dialog !== null && (
        <div>
          <Button small kind="quiet" onClick={() => setWantsToken(!wantsToken)}>
            {words(wantsToken ? 'byMeta' : 'byToken')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
};
