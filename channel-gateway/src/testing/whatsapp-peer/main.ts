import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handRoutes } from './hand.routes.ts';
import { startWhatsAppPeer } from './whatsapp-peer.ts';

const peer = await startWhatsAppPeer({ port: Number(process.env.PORT ?? 8090) });
for (const [number, name] of [
  ['5511900000001', 'Loja'],
  ['5511987654321', 'Carla'],
] as const)
  peer.phone(number, name);

const certificate = join(mkdtempSync(join(tmpdir(), 'prosa-whatsapp-peer-')), 'certificate.pem');
writeFileSync(certificate, peer.certificate);
const settings = { NODE_EXTRA_CA_CERTS: certificate, ...peer.env };
peer.onRequest(handRoutes(peer, settings));
console.log(`The phones are at ${peer.wsUrl.replace(/^ws/, 'http').replace('/ws/chat', '/')}. Start Prosa with them:

${Object.entries(settings)
  .map(([name, value]) => `${name}=${value} \\`)
  .join('\n')}
npm start`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void peer.close().then(() => process.exit(0));
  });
