/** Why a server that the environment names cannot be used. No field contains a password. */
export type Trouble = {
  /** The variable of the environment that names it. */
  variable: string;
  /** Its address without user and password; empty if it cannot be told from them. */
  address: string;
  /** The fault, in words. */
  reason: string;
  /** The advice to the operator, in words. */
  remedy: string;
  /** Only a person can mend it: trying again changes nothing. */
  isFinal: boolean;
};
export type Reason = Pick<Trouble, 'reason' | 'remedy' | 'isFinal'>;

export const WAITED = 'Start it, or correct the address: it is tried again until it answers.';
/** Returns the reason for what only a person can mend. */
export const final = (reason: string, remedy: string): Reason => ({ reason, remedy, isFinal: true });
const passing = (reason: string): Reason => ({ reason, remedy: WAITED, isFinal: false });

/** An address as it may be shown: scheme, hosts and path. Nothing of it where a password could be among these. */
export const shownAddress = (url: string): string => {
  const [, scheme = '', rest = ''] = /^([a-z0-9+.-]+:\/\/)?(.*)$/is.exec(url) ?? [];
  const at = rest.lastIndexOf('@');
  if (/[?#]/.test(rest.slice(0, Math.max(at, 0)))) return scheme;
  const [shown = ''] = /^[\w.,:[\]/-]*/.exec(rest.slice(at + 1)) ?? [];
  return scheme || at < 0 ? scheme + shown : shown;
};

/** The words of an error and of all its causes. */
export const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, details } = error as { code?: unknown; details?: unknown };
  const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])].filter((one) => one !== undefined);
  return [code, error.message, details, ...inner.map(wordsOf)].filter(Boolean).join(' ');
};

/** Thrown where a server was connected, but did not answer in time. */
export class NoAnswer extends Error {}

/** Rejects with NoAnswer unless `work` is done in time. */
export const inTime = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`There was no answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

type Known = readonly [RegExp, (found: RegExpExecArray) => Reason];
const unknownCertificate = 'The certificate is not from an authority that this machine knows';

/** Faults that the network and TLS report, of any server; `trust`: how to name its authority, `plain`: how to leave out TLS. */
const known = ({ trust, plain }: { trust: string; plain: string }): readonly Known[] => [
  [/self.signed|unable to (verify|get)|SELF_SIGNED|UNABLE_TO_/i, () => final(unknownCertificate, trust)],
  [
    /certificate has expired|CERT_HAS_EXPIRED/i,
    () => final('The certificate has expired', 'Renew the certificate of the server.'),
  ],
  [
    /does not match certificate|ALTNAME/i,
    () => final('The certificate is for another name', 'Use the name that the certificate has, or a certificate for this one.'),
  ],
  [/wrong version number|packet length too long|ERR_SSL|EPROTO/i, () => final('It does not speak TLS', plain)],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/i, () => passing('No machine has this name')],
  [/ECONNREFUSED/, () => passing('Nobody answers there')],
  [/EHOSTUNREACH|ENETUNREACH/, () => passing('No way leads to this machine')],
];

/** Returns the reason for an error that is not of the server's own making. */
export const networkReason = (error: unknown, told: { trust: string; plain: string }): Reason => {
  const words = wordsOf(error);
  for (const [pattern, reason] of known(told)) {
    const found = pattern.exec(words);
    if (found) return reason(found);
  }
  if (error instanceof NoAnswer || /ETIMEDOUT|timeout|timed out|Deadline/i.test(words)) return passing('It does not answer');
  if (/ECONNRESET|EPIPE|terminated|hang up|Connection dropped/i.test(words)) return passing('It ends the connection');
  return passing('It cannot be used now');
};
