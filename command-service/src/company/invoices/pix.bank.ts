import { z } from 'zod';
import type { PixSettings } from '../../kernel/pix-settings.ts';
import { type BankAnswer, type BankCall, bankCalls } from './pix.http.ts';
import { type BankCharge, BankRefused, BankUnavailable, type PixBank } from './pix.port.ts';

/** An amount in BRL as the banks write it, in centavos. */
const amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text) => Number(text.replace('.', '')));
/** Centavos as the banks write them. */
export const written = (cents: number): string => (cents / 100).toFixed(2);

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(300) });
const Refunded = z.object({ id: z.string(), valor: amount, status: z.string() });
const Transfer = z.object({
  endToEndId: z.string(),
  valor: amount,
  horario: z.iso.datetime({ offset: true }),
  devolucoes: z.array(Refunded).default([]),
});
/** A charge, as far as it is read: banks add fields and kinds of status. */
const Charge = z.object({
  calendario: z.object({ criacao: z.iso.datetime({ offset: true }), expiracao: z.coerce.number().default(86_400) }),
  status: z.string(),
  valor: z.object({ original: amount }),
  pixCopiaECola: z.string().default(''),
  pix: z.array(Transfer).default([]),
});

const DONE = 'DEVOLVIDO';
/** A token is asked for anew so long before it ends. */
const EARLY_MS = 60_000;

/** A bank with the Pix API of the Banco Central, over OAuth and, with an https address, mutual TLS. Null if none is set up. `options`: for tests. */
export const pixBank = (settings: PixSettings, options: Parameters<typeof bankCalls>[2] = {}): PixBank | null => {
  const { PROSA_PIX_URL, PROSA_PIX_CLIENT_ID, PROSA_PIX_CLIENT_SECRET, PROSA_PIX_KEY, PROSA_PIX_CERT_FILE } = settings;
  if (PROSA_PIX_URL === undefined) return null;
  const call = bankCalls(PROSA_PIX_URL, PROSA_PIX_CERT_FILE, options);
  const secret = Buffer.from(`${PROSA_PIX_CLIENT_ID ?? ''}:${PROSA_PIX_CLIENT_SECRET ?? ''}`).toString('base64');
  let token: { value: Promise<string>; until: number } | null = null;

  const fetchToken = async (): Promise<z.output<typeof Token>> => {
    const answer = await call({
      method: 'POST',
      path: '/oauth/token',
      headers: { authorization: `Basic ${secret}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const given = Token.safeParse(answer.body);
    if (answer.status !== 200 || !given.success) throw faultOf(answer);
    return given.data;
  };
  /** One request for a token serves all calls that wait for it. */
  const freshToken = (): Promise<string> => {
    if (token && Date.now() < token.until) return token.value;
    const value = fetchToken().then(({ access_token, expires_in }) => {
      asked.until = Date.now() + expires_in * 1_000 - EARLY_MS;
      return access_token;
    });
    const asked = { value, until: Number.POSITIVE_INFINITY };
    token = asked;
    value.catch(() => {
      if (token === asked) token = null;
    });
    return value;
  };
  const withToken = async (ask: Omit<BankCall, 'headers'>): Promise<BankAnswer> => {
    const bearer = await freshToken();
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', accept: 'application/json' };
    return call({ ...ask, headers });
  };
  /** Asks once more with a new token if the bank has ended the old one early. */
  const ask = async (asked: Omit<BankCall, 'headers'>): Promise<BankAnswer> => {
    const answer = await withToken(asked);
    if (answer.status !== 401) return answer;
    token = null;
    return withToken(asked);
  };

  const look: PixBank['look'] = async (txid) => {
    const answer = await ask({ method: 'GET', path: `/v2/cob/${txid}` });
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw faultOf(answer);
    return chargeIn(answer);
  };
  return {
    look,
    charge: async ({ txid, cents, seconds, text }) => {
      const body = JSON.stringify({
        calendario: { expiracao: seconds },
        valor: { original: written(cents), modalidadeAlteracao: 0 },
        chave: PROSA_PIX_KEY,
        solicitacaoPagador: text.slice(0, 140),
      });
      const answer = await ask({ method: 'PUT', path: `/v2/cob/${txid}`, body });
      if (answer.status === 200 || answer.status === 201) return chargeIn(answer);
      // Banks say in different ways that they have it already.
      const known = answer.status >= 400 && answer.status < 500 ? await look(txid) : null;
      if (!known) throw faultOf(answer);
      return known;
    },
    giveBack: async ({ endToEndId, refundId, cents }) => {
      const path = `/v2/pix/${endToEndId}/devolucao/${refundId}`;
      const answer = await ask({ method: 'PUT', path, body: JSON.stringify({ valor: written(cents) }) });
      const isKnown = answer.status >= 400 && answer.status < 500;
      const told = isKnown ? await ask({ method: 'GET', path }) : answer;
      if (told.status !== 200 && told.status !== 201) throw faultOf(answer);
      const refund = read(Refunded, told);
      if (refund.status === 'NAO_REALIZADO') throw new BankRefused('The bank could not give it back.');
      return refund.status === DONE;
    },
  };
};

const chargeIn = (answer: BankAnswer): BankCharge => {
  const { status, valor, calendario, pixCopiaECola, pix } = read(Charge, answer);
  return {
    status: status === 'ATIVA' || status === 'CONCLUIDA' ? status : 'REMOVIDA',
    cents: valor.original,
    code: pixCopiaECola,
    expiresAt: new Date(Date.parse(calendario.criacao) + calendario.expiracao * 1_000),
    transfers: pix.map(({ endToEndId, valor: cents, horario, devolucoes }) => ({
      endToEndId,
      cents,
      paidAt: new Date(horario).toISOString(),
      refunds: devolucoes.filter(({ status }) => status === DONE).map(({ id, valor }) => ({ refundId: id, cents: valor })),
    })),
  };
};

/** Throws BankUnavailable for an answer that does not fit: the bank may answer better later. */
const read = <Schema extends z.ZodType>(schema: Schema, { status, body }: BankAnswer): z.output<Schema> => {
  const given = schema.safeParse(body);
  if (given.success) return given.data;
  const places = given.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ');
  throw new BankUnavailable(`The bank's answer (${status}) cannot be read: ${places}.`);
};

const faultOf = ({ status, body }: BankAnswer): Error => {
  const { data: type } = z
    .object({ type: z.string().max(200) })
    .transform((problem) => problem.type)
    .safeParse(body);
  const isLater = status === 429 || status >= 500;
  return new (isLater ? BankUnavailable : BankRefused)(`The bank answers ${status}${type ? ` (${type})` : ''}.`);
};
