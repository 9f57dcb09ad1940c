/** What a call meets instead of being answered: a status, a cut before or after it was carried out, a pause. */
export type Fault = { status?: number; cut?: 'before' | 'after'; holdMs?: number };
export type CallKind = 'token' | 'put' | 'get' | 'refund';

/** How webhooks are delivered: so many copies more, so late at most, not at all, and at the address with what banks append. */
export type Habits = { double: number; lateMs: number; shuffleMs: number; forgets: boolean; appends: boolean };

export type Devolucao = {
  id: string;
  rtrId: string;
  valor: string;
  horario: { solicitacao: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
};
export type Pix = { endToEndId: string; txid: string; valor: string; horario: string; devolucoes: Devolucao[] };
export type Cob = {
  txid: string;
  calendario: { criacao: string; expiracao: number };
  revisao: number;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  valor: { original: string };
  chave: string;
  solicitacaoPagador?: string;
  location: string;
  pixCopiaECola: string;
  pix: Pix[];
};

/** A refusal as RFC 7807 has it. */
export class Problem extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, detail: string) {
    super(detail);
    this.status = status;
    this.type = type;
  }
}
