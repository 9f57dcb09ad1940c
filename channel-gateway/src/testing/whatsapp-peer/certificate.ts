import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** One DER element. */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const length =
    body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const ALTERNATIVE_NAMES = oid('551d11');

const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const extension = (id: Buffer, value: Buffer) => sequence(id, der(4, value));
const YEAR_MS = 365 * 86_400_000;

/**
 * A certificate of its own for 127.0.0.1 and localhost, as PEM: Node has no function that makes one. Clients trust it by
 * NODE_EXTRA_CA_CERTS or `tls.setDefaultCACertificates`.
 */
export const localCertificate = (): { certificate: string; key: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(12, Buffer.from('WhatsApp peer of the tests')))));
  const serial = randomBytes(8);
  serial[0] = 1;
  const content = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, serial),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(Date.now() - YEAR_MS / 365)), time(new Date(Date.now() + YEAR_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(BASIC_CONSTRAINTS, sequence(der(1, Buffer.from([255])))),
        extension(ALTERNATIVE_NAMES, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
      ),
    ),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const bytes = sequence(content, ECDSA_SHA256, der(3, Buffer.from([0]), signature));
  const lines = bytes
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
