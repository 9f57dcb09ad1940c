import { readFileSync } from 'node:fs';
import { type ClientRequestArgs, request as requestHttp } from 'node:http';
import { Agent, type AgentOptions, request as requestHttps } from 'node:https';
import { BankUnavailable } from './pix.port.ts';

export type BankAnswer = { status: number; body: unknown };
export type BankCall = { method: 'GET' | 'POST' | 'PUT'; path: string; headers: Record<string, string>; body?: string };

const TIMEOUT_MS = 6_000;
const MOST_BYTES = 1024 * 1024;

/** The certificate of a file, told by its content: PEM with certificate and key, or PKCS #12 without a password. */
export const certificateIn = (path: string): Pick<AgentOptions, 'cert' | 'key' | 'pfx'> => {
  const content = readFileSync(path);
  return content.includes('-----BEGIN ') ? { cert: content, key: content } : { pfx: content };
};

/** Calls the bank below `base`, with the certificate if that is https. Throws BankUnavailable without an answer in time. */
export const bankCalls = (
  base: string,
  certificate: string | undefined,
  { timeoutMs = TIMEOUT_MS, ca }: { timeoutMs?: number; ca?: Buffer } = {},
) => {
  const root = base.replace(/\/+$/, '');
  const isSecure = root.startsWith('https:');
  const agent = isSecure
    ? new Agent({ keepAlive: true, ...(ca && { ca }), ...(certificate !== undefined && certificateIn(certificate)) })
    : undefined;

  return ({ method, path, headers, body }: BankCall): Promise<BankAnswer> =>
    new Promise<BankAnswer>((resolve, reject) => {
      const options: ClientRequestArgs = { method, headers, signal: AbortSignal.timeout(timeoutMs), ...(agent && { agent }) };
      const send = isSecure ? requestHttps : requestHttp;
      const asked = send(`${root}${path}`, options, (answer) => {
        const pieces: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > MOST_BYTES) asked.destroy(new Error('The answer is too large.'));
          else pieces.push(piece);
        });
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: parsed(Buffer.concat(pieces).toString()) }));
      });
      asked.on('error', reject);
      asked.end(body);
    }).catch((cause: unknown) => {
      throw new BankUnavailable('The bank does not answer.', { cause });
    });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
