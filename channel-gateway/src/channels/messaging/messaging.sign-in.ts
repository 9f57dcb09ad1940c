import { META_RETURN } from '@prosa/contracts';
import { type GraphClient, GraphError, isUnknownCall } from '../graph/graph.client.ts';
import { textOf } from '../graph/graph.lines.ts';
import type { GraphSettings } from '../graph/graph.settings.ts';
import type { MessagingChannel } from './messaging.accounts.ts';

/** Permissions that a person is asked for: to list their pages, to subscribe to them, to read and write their messages. */
const OF_PAGES = ['pages_show_list', 'pages_manage_metadata', 'pages_messaging'];
const SCOPES: Record<MessagingChannel['channel'], string[]> = {
  facebook: OF_PAGES,
  instagram: [...OF_PAGES, 'instagram_basic', 'instagram_manage_messages'],
};
/** Graph's code for an app or secret that it does not know. */
const WRONG_SECRET = 1;
/** Graph's subcodes of a code that has expired, was given for another address, or was used. */
const WRONG_CODE: ReadonlySet<number | null> = new Set([36007, 36008, 36009]);
/** And its code then, without a subcode for what is no code at all. */
const INVALID = 100;

/** The installation's app at Meta. */
export type MetaApp = { appId: string; appSecret: string };
export const appOf = ({ appId, appSecret }: GraphSettings): MetaApp | null => (appId && appSecret ? { appId, appSecret } : null);

/** Meta compares it with the one of the dialog, byte by byte. Null if nobody can be returned here. */
const returnTo = ({ publicUrl }: GraphSettings): string | null => publicUrl && `${publicUrl}${META_RETURN}`;

/** The address at which a person signs in with Meta, in a window of its own. Null if the installation cannot offer that. */
export const signInUrl = (settings: GraphSettings, { channel }: MessagingChannel, state: string): string | null => {
  const [app, redirect] = [appOf(settings), returnTo(settings)];
  if (!app || redirect === null) return null;
  const address = new URL(`/${settings.version}/dialog/oauth`, settings.dialogUrl);
  const said = {
    client_id: app.appId,
    redirect_uri: redirect,
    state,
    response_type: 'code',
    scope: SCOPES[channel].join(','),
    // Permissions that were refused are requested again.
    auth_type: 'rerequest',
  };
  for (const [name, value] of Object.entries(said)) address.searchParams.set(name, value);
  return address.href;
};

/** The code of a sign-in cannot be exchanged: it was used, is too old, or is none. */
export class WrongCode extends Error {
  override name = 'WrongCode';
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof GraphError && error.code === INVALID && WRONG_CODE.has(error.subcode);

type Asking = { client: GraphClient; app: MetaApp; signal: AbortSignal };

/** The token of the user whom Meta returned with a code, for an hour. Throws WrongCode. */
export const tokenOfCode = async (code: string, settings: GraphSettings, asking: Asking): Promise<string> =>
  exchange({ redirect_uri: returnTo(settings) ?? '', code }, asking).catch((error: unknown) => {
    if (error instanceof GraphError && error.code === INVALID)
      throw new WrongCode('The code of a sign-in was not accepted.', { cause: error });
    throw error;
  });

/** A token that lasts, for one of a user that ends in an hour. */
export const longLived = (userToken: string, asking: Asking): Promise<string> =>
  exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: userToken }, asking);

/** Exchanges what a user has for a token, in the body, because addresses are written into logs. */
const exchange = async (
  given: Record<string, string>,
  { client, app: { appId, appSecret }, signal }: Asking,
): Promise<string> => {
  const body = { client_id: appId, client_secret: appSecret, ...given };
  const token = `${appId}|${appSecret}`;
  const { access_token } = await client
    .post('oauth/access_token', { token, body, signal })
    .catch((error: unknown) => {
      // The reference knows it with the values in the address alone.
      if (isUnknownCall(error) && !isWrongCode(error)) return client.get('oauth/access_token', { token, query: body, signal });
      throw error;
    })
    .catch((error: unknown) => {
      if (error instanceof GraphError && error.code === WRONG_SECRET) throw new Error('The app or its secret is wrong.');
      throw error;
    });
  const exchanged = textOf(access_token);
  if (exchanged === null) throw new Error('The exchange gave no token.');
  return exchanged;
};
