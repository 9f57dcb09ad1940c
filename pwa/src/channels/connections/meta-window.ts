import type { META_RETURN } from '@prosa/contracts';

/** The address to which Meta returns who has signed in. A type import alone: the first file of the app needs it. */
const RETURN = '/connections/meta' satisfies typeof META_RETURN;
const CHANNEL = 'prosa-meta';

/** Whether this page is the window in which somebody has signed in with Meta. */
export const isMetaReturn = (): boolean => location.pathname === RETURN;

/** The answer with which Meta has returned somebody. */
export type MetaAnswer = { state: string; code: string | null; error: string | null };
/** Messages between the windows of a sign-in: Meta's answer, and that the window that waits for this state has it. */
export type MetaPayload = { kind: 'answer'; answer: MetaAnswer } | { kind: 'taken'; state: string };

/**
 * The channel between the window of the sign-in and the one that opened it, of this origin alone. Meta's page may cut the tie between two
 * windows (`window.opener`), but not this.
 */
export const openMetaChannel = (onSaid: (said: MetaPayload) => void): BroadcastChannel => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent) => onSaid(data as MetaPayload));
  return channel;
};

/** Takes what Meta has answered out of the address, and out of the history. */
export const takeAnswer = (): MetaAnswer => {
  const said = new URLSearchParams(location.search);
  history.replaceState(null, '', RETURN);
  return { state: said.get('state') ?? '', code: said.get('code'), error: said.get('error') };
};
