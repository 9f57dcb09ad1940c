import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphState } from './state.ts';

const SCOPES = new Set([
  'pages_show_list',
  'pages_manage_metadata',
  'pages_messaging',
  'instagram_basic',
  'instagram_manage_messages',
]);
const PARAMETERS = new Set(['client_id', 'redirect_uri', 'state', 'response_type', 'scope', 'auth_type']);

/**
 * The dialog in which a person signs in with Meta: `GET /{version}/dialog/oauth` shows what an app asks for, and its two buttons come back as
 * `POST`. Who allows it is returned to the app with a code, who does not with `error=access_denied`.
 */
export const answerDialog = (request: IncomingMessage, response: ServerResponse, url: URL, state: GraphState): void => {
  const said = url.searchParams;
  const wrong = wrongWith(said, state);
  if (wrong !== null) {
    state.problems.push(`The dialog was asked wrongly: ${wrong}`);
    show(response, 400, `<p>${text(wrong)}</p>`);
  } else if (request.method === 'POST') giveBack(response, said, state);
  else show(response, 200, formOf(url, said));
};

const giveBack = (response: ServerResponse, said: URLSearchParams, state: GraphState): void => {
  const back = new URL(said.get('redirect_uri')!);
  const answer: Record<string, string> = said.has('cancel')
    ? { error: 'access_denied', error_code: '200', error_description: 'Permissions error', error_reason: 'user_denied' }
    : { code: state.code(back.href) };
  for (const [name, value] of Object.entries({ ...answer, state: said.get('state')! })) back.searchParams.set(name, value);
  // Meta adds this fragment, so that the browser keeps none of the dialog's.
  response.writeHead(302, { location: `${back.href}#_=_` }).end();
};

/** In words; null: nothing. */
const wrongWith = (said: URLSearchParams, { app }: GraphState): string | null => {
  const strange = [...said.keys()].find((name) => !PARAMETERS.has(name) && name !== 'cancel');
  if (strange !== undefined) return `The parameter ${strange} is not known.`;
  if (said.get('client_id') !== app.id) return 'Invalid App ID';
  const back = said.get('redirect_uri') ?? '';
  const isAllowed =
    URL.canParse(back) && /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(back) && new URL(back).hash === '';
  if (!isAllowed) return 'URL blocked: this redirect failed because the redirect URI is not white-listed in the app.';
  if ((said.get('state') ?? '').length < 20) return 'There is no state.';
  if (said.get('response_type') !== 'code') return 'The response_type must be code.';
  const scopes = (said.get('scope') ?? '').split(',');
  return scopes.every((scope) => SCOPES.has(scope)) ? null : 'Invalid Scopes.';
};

const formOf = (url: URL, said: URLSearchParams): string => {
  const here = (more: string): string => text(`${url.pathname}${url.search}${more}`);
  return `<h1>Prosa</h1><p>${text(said.get('scope')!.replaceAll(',', ', '))}</p>
<form method="post" action="${here('')}"><button>Continue</button></form>
<form method="post" action="${here('&cancel=1')}"><button>Cancel</button></form>`;
};

const text = (raw: string): string =>
  raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const show = (response: ServerResponse, status: number, body: string): void => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(`<!doctype html><title>Meta</title>${body}`);
};
