import { handRoutes } from './hand.routes.ts';
import { startPixStandIn } from './pix-stand-in.ts';

const bank = await startPixStandIn({ port: Number(process.env.PORT ?? 8092) });
bank.onRequest(handRoutes(bank));
bank.webhooks.to(`${process.env.PROSA_URL ?? 'http://127.0.0.1:8080'}/webhooks/pix`);

console.log(`A bank is at ${bank.url}: open it to see charges and to pay them; GET ${bank.url}/hand shows what it knows.
Start Prosa with it:

${Object.entries(bank.env)
  .map(([name, value]) => `${name}=${value} \\`)
  .join('\n')}
npm start

By command: curl -X POST ${bank.url}/hand/pay -d '{"txid":"…"}'
Webhooks doubled, shuffled, or none: curl -X POST ${bank.url}/hand/habits -d '{"double":2,"shuffleMs":5000,"forgets":false}'`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void bank.close().then(() => process.exit(0));
  });
