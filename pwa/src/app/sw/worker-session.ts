import type { Me, noticeRoutes, sessionRoutes } from '@prosa/contracts';
import { type DeviceSession, ownDevice } from '../../kernel/device/device-cache.ts';

// The contracts are not imported: their schemas would make up most of the worker.
const refresh = 'POST /auth/refresh_token' satisfies typeof sessionRoutes.refresh.call;
const pushKey = 'GET /auth/push-key' satisfies typeof noticeRoutes.key.call;
const subscribe = 'PUT /push-subscriptions' satisfies typeof noticeRoutes.subscribe.call;

/** The call could not be made as that user. `isFinal`: a retry would fail too. */
export class CannotCall extends Error {
  override name = 'CannotCall';
  readonly isFinal: boolean;
  constructor(isFinal: boolean) {
    super('The call could not be made.');
    this.isFinal = isFinal;
  }
}

type SignedIn = { token: string; user: Me };

const splitCall = (call: string): [method: string, path: string] => call.split(' ') as [string, string];

/**
 * The worker has no token of its own: it gets one by the session's cookie, under the lock that the pages' refreshes use, because a refresh
 * token can be used only once. Throws CannotCall.
 */
export const enter = (): Promise<SignedIn> =>
  navigator.locks.request('prosa-refresh', async () => {
    const [method, path] = splitCall(refresh);
    const response = await fetch(`/api${path}`, { method, credentials: 'include', cache: 'no-store' }).catch(() => null);
    if (!response?.ok) throw new CannotCall(response?.status === 401);
    return (await response.json()) as SignedIn;
  });

/** Calls the API as a user, if this browser's session is still theirs. Throws CannotCall. */
export const callAs = async (
  userId: string | null,
  call: string,
  { body, key }: { body?: unknown; key?: string } = {},
): Promise<Response> => {
  const { token, user } = await enter();
  if (userId !== null && user.id !== userId) throw new CannotCall(true);
  const [method, path] = splitCall(call);
  const response = await fetch(`/api${path}`, {
    method,
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (!response?.ok) throw new CannotCall(response !== null && response.status < 500);
  return response;
};

/** Browsers replace a subscription from time to time: the device subscribes again. */
export const subscribeAgain = async (self: ServiceWorkerGlobalScope): Promise<void> => {
  try {
    const { key } = (await (await callAs(null, pushKey)).json()) as { key: string | null };
    if (key === null) return;
    const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    const language = (await ownDevice.read<DeviceSession>('session'))?.language ?? 'pt';
    await callAs(null, subscribe, { body: { endpoint, keys, language } });
  } catch (error) {
    // The page subscribes again when it is opened.
    console.warn('The device could not be subscribed again:', error);
  }
};
