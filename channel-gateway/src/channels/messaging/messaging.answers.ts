import type { GatewayAnswer, GatewayQuestion } from '@prosa/contracts';
import pLimit from 'p-limit';
import { wrongTokenOf } from '../graph/graph.answers.ts';
import { type GraphClient, GraphError, itemsOf } from '../graph/graph.client.ts';
import { verdictOf } from '../graph/graph.errors.ts';
import { partOf, textOf } from '../graph/graph.lines.ts';
import type { GraphTools } from '../graph/graph.session.ts';
import type { MessagingChannel } from './messaging.accounts.ts';
import { appOf, longLived, tokenOfCode, WrongCode } from './messaging.sign-in.ts';

type Pages = Extract<GatewayQuestion, { kind: 'pages' }>;
type Answer = Extract<GatewayAnswer, { kind: 'pages' }>;

const PAGE = '100';
const AT_ONCE = 10;
/** Webhook fields that the app subscribes to for a page. */
const FIELDS = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'message_edits',
  'messaging_referrals',
  'messaging_optins',
].join(',');

/** The pages of the user who signed in with Meta, or those with an Instagram account, each with a token of its own, and subscribed. */
export const pagesOf = async (
  { client, settings }: Pick<GraphTools, 'client' | 'settings'>,
  { channel }: MessagingChannel,
  { userToken = '', code }: Pages,
  signal: AbortSignal,
): Promise<Answer> => {
  const none = (wrong: string): Answer => ({ kind: 'pages', pages: [], wrong });
  const app = appOf(settings);
  if (!app) return none('not-configured');
  const asking = { client, app, signal };
  try {
    const signedIn = code === undefined ? userToken : await tokenOfCode(code, settings, asking);
    const token = await longLived(signedIn, asking);
    const found = await allPages(client, token, signal);
    const wanted = channel === 'facebook' ? found : found.filter(({ instagram }) => instagram !== null);
    const limit = pLimit(AT_ONCE);
    await Promise.all(
      wanted.map((page) =>
        limit(() =>
          client.post(`${page.id}/subscribed_apps`, { token: page.token, body: { subscribed_fields: FIELDS }, signal }),
        ),
      ),
    );
    return {
      kind: 'pages',
      pages: wanted.map(({ id, name, token: accessToken, instagram }) => ({
        externalId: channel === 'facebook' ? id : instagram!.id,
        name,
        account: channel === 'facebook' ? name : `@${instagram!.username}`,
        secrets: { accessToken, pageId: id },
      })),
      wrong: null,
    };
  } catch (error) {
    if (error instanceof WrongCode) return none('code');
    if (error instanceof GraphError && verdictOf(error) === 'token') return none(wrongTokenOf(error));
    throw error;
  }
};

type Page = { id: string; name: string; token: string; instagram: { id: string; username: string } | null };

const allPages = async (client: GraphClient, token: string, signal: AbortSignal): Promise<Page[]> => {
  const pages: Page[] = [];
  const query = { fields: 'id,name,access_token,instagram_business_account{id,username}', limit: PAGE };
  for await (const one of itemsOf(client, 'me/accounts', { token, query, signal })) {
    const page = readPage(one);
    if (page) pages.push(page);
  }
  return pages;
};

/** Null for a page that the user may not act for. */
const readPage = ({ id, name, access_token, instagram_business_account }: Record<string, unknown>): Page | null => {
  const [pageId, token] = [textOf(id), textOf(access_token)];
  if (pageId === null || token === null) return null;
  const account = partOf(instagram_business_account);
  const instagramId = textOf(account.id);
  return {
    id: pageId,
    name: textOf(name) ?? pageId,
    token,
    instagram: instagramId === null ? null : { id: instagramId, username: textOf(account.username) ?? instagramId },
  };
};
