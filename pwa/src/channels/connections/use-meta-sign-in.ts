import { connections as definition } from '@prosa/contracts/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../kernel/calls/client.ts';
import { type MetaAnswer, openMetaChannel } from './meta-window.ts';

type Kind = 'facebook' | 'instagram';
/** Why there was no sign-in: its window was blocked or closed, the person refused, Meta failed. */
export type MetaTrouble = 'blocked' | 'closed' | 'refused' | 'failed';
type Dialog = { url: string; state: string };

/** How often it is looked whether somebody has closed the window, in milliseconds. */
const LOOK_MS = 300;
const WINDOW = 'popup,width=640,height=760';

/** Null if nobody can be returned from there to this window. */
const dialogAt = (url: string | null): Dialog | null => {
  if (url === null || globalThis.BroadcastChannel === undefined) return null;
  const { searchParams } = new URL(url);
  const [state, back] = [searchParams.get('state'), searchParams.get('redirect_uri')];
  return state !== null && back !== null && new URL(back).origin === location.origin ? { url, state } : null;
};

/**
 * The sign-in with Meta in a window of its own. `dialog` is undefined until it is known whether that is offered; null: it is not. `isLacking`:
 * the operator has set up no app at Meta, without which nothing can be connected, by a token neither. What comes
 * back counts only with the state that this window has sent, and is given to `onCode` once.
 */
export const useMetaSignIn = (kind: Kind, onCode: (signedIn: { code: string; state: string }) => void) => {
  const [dialog, setDialog] = useState<Dialog | null | undefined>(undefined);
  const [isLacking, setLacking] = useState(false);
  const [trouble, setTrouble] = useState<MetaTrouble | null>(null);
  const [isOpen, setOpen] = useState(false);
  const opened = useRef<Window | null>(null);

  const ask = useCallback(async (): Promise<void> => {
    setDialog(undefined);
    const answer = await call(definition.routes.metaDialog, { body: { kind } }).catch(() => null);
    setLacking(answer?.data?.url === null);
    setDialog(dialogAt(answer?.data?.url ?? null));
  }, [kind]);
  useEffect(() => void ask(), [ask]);

  const take = (answer: MetaAnswer): void => {
    opened.current?.close();
    opened.current = null;
    setOpen(false);
    // A state is good for one answer.
    void ask();
    if (answer.code !== null) {
      setTrouble(null);
      onCode({ code: answer.code, state: answer.state });
    } else setTrouble(answer.error === 'access_denied' ? 'refused' : 'failed');
  };
  const takeNow = useRef(take);
  takeNow.current = take;

  const state = dialog?.state;
  useEffect(() => {
    if (state === undefined) return;
    let isTaken = false;
    const channel = openMetaChannel((said) => {
      if (said.kind !== 'answer' || said.answer.state !== state || isTaken) return;
      isTaken = true;
      channel.postMessage({ kind: 'taken', state });
      takeNow.current(said.answer);
    });
    return () => channel.close();
  }, [state]);

  // A window that seems closed may only have lost its tie to this one: what still comes from it counts.
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => {
      if (!opened.current?.closed) return;
      opened.current = null;
      setOpen(false);
      setTrouble('closed');
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  useEffect(() => () => opened.current?.close(), []);

  /** To be called while a click is handled: browsers block other windows. */
  const open = (): void => {
    if (!dialog) return;
    const popup = window.open(dialog.url, 'prosa-meta', WINDOW);
    opened.current = popup;
    setOpen(popup !== null);
    setTrouble(popup === null ? 'blocked' : null);
    // Meta's page needs no hold of this window.
    if (popup) popup.opener = null;
  };
  return { dialog, isLacking, trouble, isOpen, open };
};
