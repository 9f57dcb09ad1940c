import type { CallKind } from './model.ts';
import { sendMarketing, sendMessaging, sendWhatsApp } from './sends.ts';
import { Failed, type GraphState, sha256 } from './state.ts';
import type { WebhookPost } from './webhooks.ts';

/** A call of Graph, its version and token taken off. `origin`: the stand-in's own. */
export type Call = {
  method: string;
  path: string[];
  query: URLSearchParams;
  token: string | undefined;
  body: Record<string, unknown>;
  form: FormData | null;
  origin: string;
};

const unknown = (path: string[]): Failed =>
  new Failed({ code: 100, subcode: 33, message: `Unsupported request to /${path.join('/')}.` });
const DAY_SECONDS = 86_400;
const ONBOARDING = 'marketing_messages_onboarding_status';

/** The kind of a call, so that faults can be requested for it. */
export const kindOf = ({ method, path: [first, last], query }: Pick<Call, 'method' | 'path' | 'query'>): CallKind => {
  if (last === 'marketing_messages') return 'marketing';
  if (query.get('fields') === ONBOARDING) return 'onboarding';
  if (last === 'messages' && method === 'POST') return 'messages';
  if (last === 'media') return 'media';
  if (last === 'message_templates') return 'templates';
  if (last === 'accounts') return 'accounts';
  if (last === 'subscribed_apps') return 'subscribe';
  if (first === 'oauth') return 'exchange';
  if (first === 'debug_token') return 'debug';
  return 'node';
};

/** A page of a list, as Graph gives it: `next` is an address with the token in it. */
const paged = (all: object[], { query, origin, path, token }: Call, least = 25): object => {
  const limit = Math.min(Number(query.get('limit') ?? least), 100);
  const from = Number(Buffer.from(query.get('after') ?? '', 'base64').toString() || 0);
  const data = all.slice(from, from + limit);
  const end = from + data.length;
  const after = Buffer.from(String(end)).toString('base64');
  const next = `${origin}/v25.0/${path.join('/')}?limit=${limit}&after=${after}&access_token=${token}`;
  return { data, paging: { cursors: { before: 'MA==', after }, ...(end < all.length && { next }) } };
};

/** Answers a call. Throws Failed. */
export const answerCall = async (call: Call, state: GraphState, webhooks: WebhookPost): Promise<object> => {
  const { method, path, token } = call;
  const [first = '', last] = path;
  if (first === 'oauth' && last === 'access_token') return exchange(call, state);
  if (first === 'debug_token') return debug(call, state);
  if (first === 'me') return answerMe(call, state, webhooks);

  const number = state.numbers.find(({ id }) => id === first);
  if (number) {
    state.assertMay(token, number.id);
    if (last === undefined && method === 'GET')
      return { id: number.id, display_phone_number: number.display, verified_name: number.name };
    if (last === 'messages' && method === 'POST') return sendWhatsApp({ state, webhooks }, number, call.body);
    if (last === 'marketing_messages' && method === 'POST') return sendMarketing({ state, webhooks }, number, call.body);
    if (last === 'media' && method === 'POST') return upload(call, state, number.id);
    throw unknown(path);
  }
  const waba = state.numbers.find(({ wabaId }) => wabaId === first);
  if (waba) {
    state.assertMay(token, waba.wabaId);
    if (last === undefined && call.query.get('fields') === ONBOARDING) return { id: waba.wabaId, [ONBOARDING]: waba.marketing };
    if (last === undefined) return { id: waba.wabaId, name: waba.name };
    if (last === 'subscribed_apps') return subscribe(call, state);
    if (last === 'phone_numbers') return paged([{ id: waba.id, display_phone_number: waba.display }], call);
    if (last === 'message_templates') return paged(waba.templates, call);
    throw unknown(path);
  }
  const page = state.pages.find(({ id, instagram }) => id === first || instagram?.id === first);
  if (page) {
    state.assertMay(token, page.id);
    const channel = page.id === first ? 'facebook' : 'instagram';
    if (last === undefined)
      return channel === 'facebook' ? { id: page.id, name: page.name } : { id: first, username: page.instagram!.username };
    if (last === 'subscribed_apps') return subscribe(call, state);
    if (last === 'messages' && method === 'POST') return sendMessaging({ state, webhooks }, { page, channel, body: call.body });
    throw unknown(path);
  }
  const file = state.files.get(first);
  if (file && last === undefined) {
    state.assertMay(token, file.owner);
    const url = `${call.origin}/files/${file.id}`;
    return {
      id: file.id,
      url,
      mime_type: file.mime,
      sha256: sha256(file.bytes),
      file_size: file.bytes.length,
      messaging_product: 'whatsapp',
    };
  }
  const profile = state.profiles.get(first);
  if (profile && last === undefined) {
    state.assertMay(token);
    return { id: first, ...profile, name: `${profile.first_name} ${profile.last_name}` };
  }
  state.assertMay(token);
  throw unknown(path);
};

const answerMe = async (call: Call, state: GraphState, webhooks: WebhookPost): Promise<object> => {
  const { of } = state.assertMay(call.token);
  const [, last] = call.path;
  const pages = state.pages.filter(({ id }) => of.includes(id));
  if (last === 'accounts')
    return paged(
      pages.map(({ id, name, token, instagram }) => ({
        id,
        name,
        access_token: token,
        ...(instagram && { instagram_business_account: instagram }),
      })),
      call,
    );
  const page = pages[0];
  if (last === 'messages' && call.method === 'POST' && page) {
    const { id } = call.body.recipient as { id?: string };
    const isInstagram =
      page.instagram !== null && state.profiles.get(String(id)) !== undefined && instagramPeople.has(String(id));
    return sendMessaging({ state, webhooks }, { page, channel: isInstagram ? 'instagram' : 'facebook', body: call.body });
  }
  if (last === undefined && page) return { id: page.id, name: page.name };
  throw unknown(call.path);
};
/** Scoped ids of people on Instagram: `me/messages` tells the channel by the person. */
export const instagramPeople = new Set<string>();

const upload = async ({ form }: Call, state: GraphState, owner: string): Promise<object> => {
  const file = form?.get('file');
  if (!(file instanceof Blob) || form?.get('messaging_product') !== 'whatsapp')
    throw new Failed({ code: 100, message: 'A file is missing.' });
  const mime = String(form.get('type') ?? file.type);
  if (file.size === 0 || !/^[\w.+-]+\/[\w.+-]+/.test(mime)) throw new Failed({ code: 131053, message: 'Media upload error' });
  const kept = state.keepFile(Buffer.from(await file.arrayBuffer()), mime, file instanceof File ? file.name : '', owner);
  return { id: kept.id };
};

const subscribe = ({ method, path: [first = ''], query, body }: Call, state: GraphState): object => {
  if (method === 'POST') state.subscribed.set(first, String(body.subscribed_fields ?? query.get('subscribed_fields') ?? ''));
  return { success: true };
};

const said = ({ query, body }: Call, name: string): string | null =>
  query.get(name) ?? (body[name] as string | undefined) ?? null;

const exchange = (call: Call, state: GraphState): object => {
  if (said(call, 'client_id') !== state.app.id || said(call, 'client_secret') !== state.app.secret)
    throw new Failed({ code: 1, message: 'Error validating client secret.' });
  if (said(call, 'code') !== null) return exchangeCode(call, state);
  const { of } = state.assertMay(said(call, 'fb_exchange_token') ?? undefined);
  if (said(call, 'grant_type') !== 'fb_exchange_token') throw new Failed({ code: 100, message: 'The grant_type is wrong.' });
  return { access_token: state.token(of), token_type: 'bearer', expires_in: 60 * DAY_SECONDS };
};

const exchangeCode = (call: Call, state: GraphState): object => {
  const known = state.codes.get(said(call, 'code') ?? '');
  if (!known) throw new Failed({ code: 100, message: 'Invalid verification code format.' });
  if (said(call, 'redirect_uri') !== known.redirectUri)
    throw new Failed({ code: 100, subcode: 36008, message: 'The redirect_uri is not the one of the dialog.' });
  if (known.isUsed) throw new Failed({ code: 100, subcode: 36009, message: 'This authorization code has been used.' });
  if (known.expiresAt < Date.now())
    throw new Failed({ code: 100, subcode: 36007, message: 'This authorization code has expired.' });
  known.isUsed = true;
  return { access_token: state.user(known.of), token_type: 'bearer', expires_in: 3_600 };
};

const debug = (call: Call, state: GraphState): object => {
  if (call.token !== `${state.app.id}|${state.app.secret}`) state.assertMay(call.token);
  const known = state.tokens.get(said(call, 'input_token') ?? '');
  if (!known) return { data: { is_valid: false, error: { code: 190, message: 'Invalid OAuth access token.' } } };
  const isValid = known.dead === null && known.expiresAt > Date.now();
  return {
    data: {
      app_id: state.app.id,
      is_valid: isValid,
      expires_at: Math.floor(known.expiresAt / 1_000),
      ...(!isValid && { error: { code: 190, subcode: known.dead?.subcode ?? 463, message: 'The session has expired.' } }),
    },
  };
};
