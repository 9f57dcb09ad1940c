/** A transfer to a charge, as the bank tells it. Amounts are centavos. */
export type BankTransfer = {
  endToEndId: string;
  cents: number;
  paidAt: string;
  /** What was given back of it. */
  refunds: { refundId: string; cents: number }[];
};
/** A charge as the bank has it. `code`: the text of its QR code. */
export type BankCharge = {
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA';
  cents: number;
  code: string;
  expiresAt: Date;
  transfers: BankTransfer[];
};
export type Refund = { endToEndId: string; refundId: string; cents: number };

/** A bank that charges by Pix. Its calls throw BankUnavailable when asking again later may help, BankRefused when it does not. */
export type PixBank = {
  /** Creates a charge; one that is there already is returned as it is, so that it can be repeated. */
  charge: (charge: { txid: string; cents: number; seconds: number; text: string }) => Promise<BankCharge>;
  /** Null if the bank has no such charge. */
  look: (txid: string) => Promise<BankCharge | null>;
  /** Gives back a transfer or a part of it, once however often it is called; resolves to whether it has been done by now. */
  giveBack: (refund: Refund) => Promise<boolean>;
};

/** The bank does not answer, or not now. */
export class BankUnavailable extends Error {}
/** The bank refuses the call. The message has its status and the type of its problem, and nothing that was sent. */
export class BankRefused extends Error {}
