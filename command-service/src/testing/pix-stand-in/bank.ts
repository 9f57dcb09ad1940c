import { createHash, randomBytes } from 'node:crypto';
import { brCode } from './br-code.ts';
import { type Cob, type Devolucao, type Habits, type Pix, Problem } from './model.ts';

const TXID = /^[a-zA-Z0-9]{26,35}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const E2E = /^[a-zA-Z0-9]{32}$/;

/** The charges and transfers of a bank, by the rules of the Pix API. `now`: its clock, which a test moves. */
export const pixLedger = (key: string) => {
  const charges = new Map<string, Cob>();
  const transfers = new Map<string, Pix>();
  const habits: Habits = { double: 0, lateMs: 0, shuffleMs: 0, forgets: false, appends: true };
  let aheadMs = 0;
  const now = (): Date => new Date(Date.now() + aheadMs);

  const known = (txid: string): Cob => {
    const cob = charges.get(txid);
    if (!cob) throw new Problem(404, 'NaoEncontrado', 'Entidade não encontrada.');
    return cob;
  };
  const isExpired = ({ calendario: { criacao, expiracao } }: Cob): boolean =>
    now().getTime() > Date.parse(criacao) + expiracao * 1_000;

  return {
    key,
    charges,
    transfers,
    habits,
    now,
    advance: (ms: number): void => {
      aheadMs += ms;
    },
    known,
    /** `PUT /v2/cob/{txid}`. */
    create: (txid: string, body: Record<string, unknown>): Cob => {
      const invalid = (detail: string) => new Problem(400, 'CobOperacaoInvalida', detail);
      const { calendario, valor, chave, solicitacaoPagador } = body as Partial<Cob>;
      if (!TXID.test(txid)) throw invalid('O txid não respeita o schema.');
      if (!valor || !AMOUNT.test(valor.original) || Number(valor.original) === 0) throw invalid('cob.valor.original é inválido.');
      if (chave !== key) throw invalid('cob.chave não pertence a este usuário recebedor.');
      const expiracao = calendario?.expiracao ?? 86_400;
      if (!Number.isInteger(expiracao) || expiracao <= 0) throw invalid('cob.calendario.expiracao é inválido.');
      if (solicitacaoPagador !== undefined && solicitacaoPagador.length > 140)
        throw invalid('solicitacaoPagador é longo demais.');
      if (charges.has(txid)) throw invalid('A cobrança já existe.');
      const location = `pix.example.com/qr/v2/${createHash('sha256').update(txid).digest('hex').slice(0, 32)}`;
      const cob: Cob = {
        txid,
        calendario: { criacao: now().toISOString(), expiracao },
        revisao: 0,
        status: 'ATIVA',
        valor: { original: valor.original },
        chave,
        ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
        location,
        pixCopiaECola: brCode(location),
        pix: [],
      };
      charges.set(txid, cob);
      return cob;
    },
    /** Somebody pays a charge in their banking app. `amount` and `late`: as no bank lets them, but faulty ones might. */
    pay: (txid: string, { amount, late = false }: { amount?: string; late?: boolean } = {}): Pix => {
      const cob = known(txid);
      if (cob.status !== 'ATIVA' || (isExpired(cob) && !late))
        throw new Problem(400, 'CobOperacaoInvalida', 'A cobrança não pode ser paga.');
      const pix: Pix = {
        endToEndId: `E12345678${randomBytes(12).toString('hex').slice(0, 23)}`,
        txid,
        valor: amount ?? cob.valor.original,
        horario: now().toISOString(),
        devolucoes: [],
      };
      cob.status = 'CONCLUIDA';
      cob.pix.push(pix);
      transfers.set(pix.endToEndId, pix);
      return pix;
    },
    remove: (txid: string): void => {
      known(txid).status = 'REMOVIDA_PELO_PSP';
    },
    /** `PUT /v2/pix/{e2eid}/devolucao/{id}`. */
    giveBack: (endToEndId: string, id: string, body: Record<string, unknown>): Devolucao => {
      const pix = transfers.get(endToEndId);
      if (!E2E.test(endToEndId) || !pix) throw new Problem(404, 'NaoEncontrado', 'Entidade não encontrada.');
      const invalid = (detail: string) => new Problem(400, 'PixDevolucaoInvalida', detail);
      if (!AMOUNT.test(String(body.valor)) || !/^[a-zA-Z0-9]{1,35}$/.test(id)) throw invalid('devolucao é inválida.');
      if (pix.devolucoes.some((one) => one.id === id)) throw invalid('A devolução já existe.');
      const returned = pix.devolucoes.reduce((sum, { valor }) => sum + Number(valor), 0);
      if (returned + Number(body.valor) > Number(pix.valor)) throw invalid('devolucao.valor é maior que o Pix.');
      const devolucao: Devolucao = {
        id,
        rtrId: `D12345678${randomBytes(12).toString('hex').slice(0, 23)}`,
        valor: String(body.valor),
        horario: { solicitacao: now().toISOString() },
        status: 'DEVOLVIDO',
      };
      pix.devolucoes.push(devolucao);
      return devolucao;
    },
    refund: (endToEndId: string, id: string): Devolucao => {
      const found = transfers.get(endToEndId)?.devolucoes.find((one) => one.id === id);
      if (!found) throw new Problem(404, 'NaoEncontrado', 'Entidade não encontrada.');
      return found;
    },
  };
};
export type PixLedger = ReturnType<typeof pixLedger>;
