import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { renderSVG } from 'uqr';
import type { CallKind, Fault, Habits } from './model.ts';
import type { PixStandIn } from './pix-stand-in.ts';

type Said = Record<string, unknown>;

/**
 * Actions on the stand-in by hand, or by another process: `GET /` is a page with each charge's QR code and a button that pays it,
 * `POST /hand/{action}` takes JSON or the page's form, `GET /hand` shows everything.
 */
export const handRoutes = (bank: PixStandIn): RequestListener => {
  const actions: Record<string, (said: Said) => unknown> = {
    /** `{txid, amount?, late?}`: somebody pays. */
    pay: ({ txid, amount, late }) =>
      bank.pay(String(txid), { ...(amount !== undefined && { amount: String(amount) }), late: late === true }),
    /** `{txid}`: tells again of what was paid. */
    repeat: ({ txid }) => bank.known(String(txid)).pix.forEach((pix) => void bank.webhooks.send(pix)),
    /** `{txid, amount?}`: a webhook for what nobody has paid. */
    forge: async ({ txid, amount = '1.00' }) => {
      const pix = { txid, endToEndId: `E${'0'.repeat(31)}`, valor: amount, horario: new Date().toISOString() };
      return { status: await bank.webhooks.post({ pix: [pix] }) };
    },
    remove: ({ txid }) => bank.remove(String(txid)),
    /** `{ms}`: the bank's clock. */
    advance: ({ ms }) => bank.advance(Number(ms)),
    /** Where webhooks go, as `{url}`. */
    webhooks: ({ url }) => bank.webhooks.to(String(url)),
    habits: (habits) => Object.assign(bank.habits, habits as Partial<Habits>),
    /** `{kind, fault}`: what the next call of that kind meets. */
    faults: ({ kind, fault }) => bank.next(kind as CallKind, fault as Fault),
  };
  const shown = () => ({
    env: bank.env,
    habits: bank.habits,
    charges: [...bank.charges.values()],
    seen: bank.seen,
    webhooks: bank.webhooks.answers,
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && pathname === '/') return give(response, 'text/html; charset=utf-8', page(bank));
    if (request.method === 'GET' && pathname === '/hand') return give(response, 'application/json', JSON.stringify(shown()));
    const act = actions[pathname.replace(/^\/hand\//, '')];
    if (request.method !== 'POST' || !act) throw new Error('There is nothing here.');
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = String(Buffer.concat(pieces));
    // A button of the page sends a form; `curl -d '{…}'` calls its JSON one too.
    const isForm =
      request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true && !text.startsWith('{');
    const result = await act(isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text || '{}') as Said));
    if (isForm) return void response.writeHead(303, { location: '/' }).end();
    give(response, 'application/json', JSON.stringify(result ?? null));
  };
  return (request, response) =>
    void answer(request, response).catch((error: Error) =>
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message),
    );
};

const give = (response: ServerResponse, type: string, body: string): void =>
  void response.writeHead(200, { 'content-type': type }).end(body);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const button = (action: string, txid: string, label: string): string =>
  `<form method="post" action="/hand/${action}"><input type="hidden" name="txid" value="${txid}"><button>${label}</button></form>`;

/** The newest charge first. */
const page = ({ charges }: PixStandIn): string => `<!doctype html>
<html lang="pt-BR"><meta charset="utf-8"><title>Banco de teste</title><meta name="viewport" content="width=device-width">
<style>body{font:16px system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}svg{width:14rem}form{display:inline-block;margin-right:.5rem}
article{border-top:1px solid;padding:1rem 0}code{word-break:break-all;font-size:.75rem}</style>
<h1>Banco de teste</h1>
${
  [...charges.values()]
    .toReversed()
    .map(
      ({ txid, status, valor, solicitacaoPagador = '', pixCopiaECola }) => `<article>
<h2>R$ ${valor.original.replace('.', ',')} · ${escaped(solicitacaoPagador)} · ${status}</h2>
${status === 'ATIVA' ? renderSVG(pixCopiaECola) : ''}<p><code>${escaped(pixCopiaECola)}</code></p>
${status === 'ATIVA' ? button('pay', txid, 'Pagar') : button('repeat', txid, 'Avisar de novo')}${button('forge', txid, 'Aviso falso')}
</article>`,
    )
    .join('\n') || '<p>Nenhuma cobrança.</p>'
}
</html>`;
