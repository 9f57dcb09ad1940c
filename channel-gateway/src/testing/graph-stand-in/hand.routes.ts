import type { IncomingMessage, RequestListener } from 'node:http';
import { accountBody, instagramOf, messagingBody, pageOf, whatsAppMessage } from './bodies.ts';
import { deliveredTo } from './delivered.ts';
import type { GraphStandIn } from './graph-stand-in.ts';
import type { CallKind, Fault, Habits, WhatsAppNumber } from './model.ts';

type Said = Record<string, unknown>;

/**
 * Actions on the stand-in by hand, or by another process: `POST /hand/{action}` with JSON; `GET /hand` shows everything,
 * `GET /hand/webhooks` how each webhook was answered.
 */
export const handRoutes = (graph: GraphStandIn): RequestListener => {
  const tell = (number: WhatsAppNumber, field: string, value: object) => graph.webhooks.send(accountBody(number, field, value));
  const actions: Record<string, (said: Said) => unknown> = {
    /** Where webhooks go, as `{url}`. */
    webhooks: ({ url }) => graph.webhooks.to(String(url)),
    habits: (habits) => Object.assign(graph.habits, habits as Partial<Habits>),
    /** `{kind, fault}`: what the next call of that kind meets. */
    faults: ({ kind, fault }) => graph.next(kind as CallKind, fault as Fault),
    number: (more) => graph.number(more),
    /**
     * Meta approves a template, or decides of one anew: `{account, name, language?, category?, text?, status?}`. The webhooks tell what has
     * changed.
     */
    template: ({ account, name, language = 'pt_BR', category, text, status }) => {
      const number = graph.numbers.find((one) => one.id === account);
      if (!number) throw new Error('There is no such number.');
      const of = { message_template_name: String(name), message_template_language: String(language) };
      const before = number.templates.find((one) => one.name === name && one.language === language);
      const template = before ?? {
        ...{ name: of.message_template_name, language: of.message_template_language },
        ...{ status: '', category: 'MARKETING', components: [{ type: 'BODY', text: String(text) }] },
      };
      if (!before) number.templates.push(template);
      const isMoved = category !== undefined && before !== undefined && category !== template.category;
      template.category = String(category ?? template.category);
      const decided = String(status ?? (before ? template.status : 'APPROVED'));
      if (isMoved) tell(number, 'template_category_update', { ...of, new_category: template.category });
      if (decided !== template.status) tell(number, 'message_template_status_update', { ...of, event: decided });
      template.status = decided;
      return template;
    },
    /** An account accepts the terms of marketing messages: `{account}`. */
    terms: ({ account }) => {
      const number = graph.numbers.find((one) => one.id === account);
      if (!number) throw new Error('There is no such number.');
      number.marketing = 'ONBOARDED';
      tell(number, 'account_update', { event: 'MM_LITE_TERMS_SIGNED', waba_info: { waba_id: number.wabaId } });
    },
    page: ({ name, instagram }) => graph.page(String(name ?? 'Loja'), instagram === true),
    /** Somebody who signs in with Meta: `pages` are theirs, or all. */
    user: ({ pages }) => ({ token: graph.user(...(Array.isArray(pages) ? [pages.map(String)] : [])) }),
    /** `{owner, mime, name, data}` in base64: a file that a customer sends to an account, or, without `owner`, at an address for everybody. */
    file: ({ owner, mime, name, data }) => {
      const { id } = graph.keepFile(Buffer.from(String(data), 'base64'), String(mime), String(name), String(owner ?? ''));
      return { id, url: `${graph.url}/files/${id}` };
    },
    /** `{token}`: it has died. */
    kill: ({ token }) => graph.kill(String(token)),
    /** Another process that signs with a secret of its own, as `{path, secret}`. */
    signs: ({ path, secret }) => graph.signsWith(String(path), String(secret)),
    /** A customer writes: `{account, from, name?, text}` or, for other kinds, the channel's own `content`. */
    write: ({ account, from, name, id, text, content, at }) => {
      const number = graph.numbers.find((one) => one.id === account);
      const when = typeof at === 'number' ? at : Date.now();
      if (number) {
        const said = (content as object | undefined) ?? { type: 'text', text: { body: String(text) } };
        const mid = typeof id === 'string' ? `wamid.${id}` : graph.newId('whatsapp');
        const customer = { number: String(from), ...(name !== undefined && { name: String(name) }) };
        graph.webhooks.send(whatsAppMessage(number, customer, mid, said, when));
        return { id: mid };
      }
      const page = graph.pages.find((one) => one.id === account || one.instagram?.id === account);
      if (!page) throw new Error('There is no such account.');
      const channel = page.id === account ? 'facebook' : 'instagram';
      const person = graph.person(String(from), String(name ?? 'Carla Souza'), channel);
      const mid = typeof id === 'string' ? `m_${id}` : graph.newId(channel);
      const said = (content as object | undefined) ?? { message: { mid, text: String(text) } };
      const as = channel === 'facebook' ? pageOf(page) : instagramOf(page);
      graph.webhooks.send(messagingBody(as, { from: person, to: as.id, at: when, ...said }));
      return { id: mid };
    },
  };
  const shown = () => ({
    env: graph.env,
    habits: graph.habits,
    problems: graph.problems,
    numbers: graph.numbers,
    pages: graph.pages,
    counts: graph.counts,
    seen: graph.seen,
    accepted: graph.accepted.map(({ file, ...rest }) => ({ ...rest, bytes: file?.length ?? null })),
  });
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && pathname === '/hand') return shown();
    if (request.method === 'GET' && pathname === '/hand/webhooks') return graph.webhooks.answers;
    if (request.method === 'GET' && pathname === '/hand/delivered')
      return deliveredTo(graph, searchParams.get('account') ?? '', searchParams.get('customer') ?? '');
    const act = actions[pathname.replace(/^\/hand\//, '')];
    if (request.method !== 'POST' || !act) throw new Error('There is nothing here.');
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    return act(JSON.parse(String(Buffer.concat(pieces)) || '{}') as Said);
  };
  return (request, response) => {
    answer(request)
      .then((result) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(result ?? null));
      })
      .catch((error: Error) => response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message));
  };
};
