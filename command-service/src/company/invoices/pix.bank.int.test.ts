import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crcOf } from '../../testing/pix-stand-in/br-code.ts';
import { handRoutes } from '../../testing/pix-stand-in/hand.routes.ts';
import { startPixStandIn } from '../../testing/pix-stand-in/pix-stand-in.ts';
import { pixBank } from './pix.bank.ts';
import { certificateIn } from './pix.http.ts';
import { BankRefused, BankUnavailable } from './pix.port.ts';

const stand = await startPixStandIn();
afterAll(() => stand.close());
const bank = pixBank(stand.env, { timeoutMs: 1_000 })!;
let count = 0;
const charge = (cents = 8_990) => {
  count += 1;
  return { txid: `${count}`.padStart(32, '0'), cents, seconds: 600, text: 'Equipe' };
};
const tokens = () => stand.seen.filter((call) => call === 'POST /oauth/token').length;

test('without an address there is no bank', () => expect(pixBank({})).toBeNull());

test('a charge is created, with a code that a banking app can read, and found again', async () => {
  const one = charge();
  const created = await bank.charge(one);
  expect(created).toMatchObject({ status: 'ATIVA', cents: 8_990, transfers: [] });
  expect(created.code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
  expect(created.code.slice(-4)).toBe(crcOf(created.code.slice(0, -4)));
  expect(await bank.look(one.txid)).toEqual(created);
  expect(await bank.look('9'.repeat(32))).toBeNull();
});

test('a charge that is there is returned as it is', async () => {
  const one = charge();
  const created = await bank.charge(one);
  expect(await bank.charge({ ...one, cents: 1 })).toEqual(created);
});

test('a payment is told with its time and what was given back of it', async () => {
  const one = charge(19_900);
  await bank.charge(one);
  const { endToEndId } = stand.pay(one.txid);
  const refund = { endToEndId, refundId: 'r1', cents: 5_000 };
  expect(await bank.giveBack(refund)).toBe(true);
  expect(await bank.giveBack(refund)).toBe(true);
  expect(await bank.look(one.txid)).toMatchObject({
    status: 'CONCLUIDA',
    transfers: [{ endToEndId, cents: 19_900, paidAt: expect.any(String), refunds: [{ refundId: 'r1', cents: 5_000 }] }],
  });
  await expect(bank.giveBack({ ...refund, refundId: 'r2', cents: 15_000 })).rejects.toThrow(BankRefused);
});

test('the bank by hand is told in JSON, which curl calls a form', async () => {
  stand.onRequest(handRoutes(stand));
  const one = charge();
  await bank.charge(one);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${stand.url}/hand/pay`, { method: 'POST', headers, body: JSON.stringify({ txid: one.txid }) });
  expect(answer.status).toBe(200);
  expect(await bank.look(one.txid)).toMatchObject({ status: 'CONCLUIDA' });
});

test('one token serves all calls, and another is fetched when the bank ends it', async () => {
  const before = tokens();
  await Promise.all([bank.charge(charge()), bank.charge(charge())]);
  expect(tokens()).toBe(before);
  stand.forgetTokens();
  await bank.charge(charge());
  expect(tokens()).toBe(before + 1);
});

test.each([
  ['no answer', { cut: 'before' }],
  ['a late answer', { holdMs: 1_500 }],
  ['503', { status: 503 }],
  ['429', { status: 429 }],
] as const)('%s is a matter of asking again later', async (_, fault) => {
  stand.next('get', fault);
  await expect(bank.look('8'.repeat(32))).rejects.toThrow(BankUnavailable);
});

test('what the bank refuses names its problem and nothing that was sent', async () => {
  const wrong = pixBank({ ...stand.env, PROSA_PIX_KEY: 'outra@prosa.example' })!;
  const refusal: unknown = await wrong.charge(charge()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BankRefused);
  expect(String(refusal)).toContain('CobOperacaoInvalida');
  expect(String(refusal)).not.toContain('outra@');
  const unknown = pixBank({ ...stand.env, PROSA_PIX_CLIENT_SECRET: 'errado-demais' })!;
  const denied: unknown = await unknown.look('1'.repeat(32)).catch((error: unknown) => error);
  expect(denied).toBeInstanceOf(BankRefused);
  expect(String(denied)).not.toContain('errado-demais');
});

describe('over mutual TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-pix-'));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  beforeAll(() => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
    for (const name of ['server', 'client'])
      openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.crt`, ...subject);
    execFileSync('sh', ['-c', 'cat client.crt client.key > client.pem'], { cwd: folder });
    openssl('pkcs12', '-export', '-in', 'client.crt', '-inkey', 'client.key', '-out', 'client.p12', '-passout', 'pass:');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const secure = () =>
    startPixStandIn({
      tls: {
        cert: readFileSync(path('server.crt')),
        key: readFileSync(path('server.key')),
        ca: readFileSync(path('client.crt')),
        requestCert: true,
        rejectUnauthorized: true,
      },
    });

  test.each(['client.pem', 'client.p12'])('the bank knows Prosa by %s', async (file) => {
    const tls = await secure();
    try {
      const settings = { ...tls.env, PROSA_PIX_CERT_FILE: path(file) };
      const known = pixBank(settings, { ca: readFileSync(path('server.crt')) })!;
      expect(await known.charge(charge())).toMatchObject({ status: 'ATIVA' });
      const { PROSA_PIX_CERT_FILE: _, ...without } = settings;
      const unknown = pixBank(without, { ca: readFileSync(path('server.crt')) })!;
      await expect(unknown.charge(charge())).rejects.toThrow(BankUnavailable);
      // A bank whose certificate nobody has signed is none.
      await expect(pixBank(settings)!.charge(charge())).rejects.toThrow(BankUnavailable);
    } finally {
      await tls.close();
    }
  });

  test('which of both a file is, its content says', () => {
    expect(Object.keys(certificateIn(path('client.pem')))).toEqual(['cert', 'key']);
    expect(Object.keys(certificateIn(path('client.p12')))).toEqual(['pfx']);
  });
});
