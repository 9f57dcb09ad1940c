import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestBytes } from '../request-bytes.ts';
import { answerCall, type Call, instagramPeople, kindOf } from './calls.ts';
import { answerDialog } from './dialog.ts';
import type { CallKind, Fault } from './model.ts';
import { Failed, graphState } from './state.ts';
import { webhookPost } from './webhooks.ts';

/** Callers in other processes reuse their connections, however slow the machine is. */
const KEEP_MS = 120_000;

const MOST_BYTES = 110 * 1024 * 1024;
const VERSION = /^v\d+\.\d+$/;

export type GraphStandIn = Awaited<ReturnType<typeof startGraphStandIn>>;

/**
 * Meta's Graph for tests, as far as messages need it: the WhatsApp Cloud API, pages, and their Instagram accounts. It checks what it is sent
 * strictly, does wrong on demand, and delivers signed webhooks.
 */
export const startGraphStandIn = async ({ port = 0 } = {}) => {
  const state = graphState();
  const ownSecrets = new Map<string, string>();
  const webhooks = webhookPost((path) => ownSecrets.get(path) ?? state.app.secret, state.habits);
  let onOther: RequestListener | null = null;

  const server = createServer({ keepAliveTimeout: KEEP_MS }, (request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin());
    const [version = '', ...path] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    if (version === 'files') return giveFile(path[0] ?? '', request, response);
    if (!VERSION.test(version)) {
      if (onOther) return onOther(request, response);
      return give(response, 404, { error: { message: 'Unknown path components', type: 'OAuthException', code: 2500 } });
    }
    if (path[0] === 'dialog' && path[1] === 'oauth') return answerDialog(request, response, url, state);
    if (url.searchParams.has('access_token')) state.problems.push(`A token was in the address of /${path.join('/')}.`);
    const body = await read(request);
    const call: Call = {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      token: /^(?:Bearer|OAuth) (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
      ...body,
      origin: origin(),
    };
    await meet(kindOf(call), response, () => answerCall(call, state, webhooks));
  };
  const giveFile = (id: string, request: IncomingMessage, response: ServerResponse): Promise<void> =>
    meet('download', response, async () => {
      const file = state.files.get(id);
      if (!file) return void give(response, 404, {});
      // Files that people send to pages have a link for everybody.
      if (file.owner !== '') state.assertMay(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1], file.owner);
      response.writeHead(200, { 'content-type': file.mime, 'content-length': file.bytes.length }).end(file.bytes);
      return undefined;
    });
  /** Carries out a call as its fault says. */
  const meet = async (kind: CallKind, response: ServerResponse, work: () => Promise<object | undefined>): Promise<void> => {
    const fault: Fault = state.fault(kind);
    if (fault.holdMs) await sleep(fault.holdMs);
    await fault.held;
    if (fault.cut === 'before') return void response.destroy();
    try {
      if (fault.error) throw new Failed(fault.error);
      if (fault.status !== undefined) return give(response, fault.status, '<html>Sorry, something went wrong.</html>');
      const result = await work();
      if (fault.thenMs) await sleep(fault.thenMs);
      await fault.kept;
      if (fault.cut === 'after') return void response.destroy();
      if (result !== undefined) give(response, 200, result);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      const { code, subcode, status = 400, message = error.message } = error.failure;
      give(response, status, {
        error: {
          message,
          type: 'OAuthException',
          code,
          ...(subcode && { error_subcode: subcode }),
          fbtrace_id: 'AbCdEfGhIjKlMnOp',
        },
      });
    }
  };
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...state,
    url: origin(),
    webhooks,
    /** Settings that point the product here. */
    env: {
      PROSA_GRAPH_URL: origin(),
      PROSA_META_DIALOG_URL: origin(),
      PROSA_META_APP_ID: state.app.id,
      PROSA_META_APP_SECRET: state.app.secret,
      PROSA_META_VERIFY_TOKEN: state.app.verifyToken,
    },
    /** A person on Messenger or Instagram, by the id that a page knows them by. */
    person: (
      id: string,
      name = 'Carla Souza',
      channel: 'facebook' | 'instagram' = 'facebook',
      picture: string | null = null,
    ): string => {
      const [first = '', ...rest] = name.split(' ');
      state.profiles.set(id, { first_name: first, last_name: rest.join(' '), ...(picture && { profile_pic: picture }) });
      if (channel === 'instagram') instagramPeople.add(id);
      return id;
    },
    /** The webhooks of a connection with an app of its own are signed with its secret. */
    signsWith: (path: string, secret: string): void => void ownSecrets.set(path, secret),
    /** Handles requests that Graph does not answer. */
    onRequest: (listener: RequestListener): void => {
      onOther = listener;
    },
    close: async (): Promise<void> => {
      await webhooks.stop();
      server.closeAllConnections();
      server.close();
    },
  };
};

const give = (response: ServerResponse, status: number, body: object | string): void => {
  response
    .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json; charset=UTF-8' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
};

const read = async (request: IncomingMessage): Promise<Pick<Call, 'body' | 'form'>> => {
  const type = request.headers['content-type'] ?? '';
  const all = await requestBytes(request, MOST_BYTES);
  if (type.startsWith('multipart/form-data'))
    return { body: {}, form: await new Response(all, { headers: { 'content-type': type } }).formData() };
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { body: Object.fromEntries(new URLSearchParams(String(all))), form: null };
  return { body: all.length > 0 ? (JSON.parse(String(all)) as Call['body']) : {}, form: null };
};
