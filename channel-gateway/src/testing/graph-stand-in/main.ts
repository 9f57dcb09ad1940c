import { startGraphStandIn } from './graph-stand-in.ts';
import { handRoutes } from './hand.routes.ts';

const graph = await startGraphStandIn({ port: Number(process.env.PORT ?? 8091) });
graph.onRequest(handRoutes(graph));
graph.webhooks.to(process.env.PROSA_URL ?? 'http://127.0.0.1:8080');
Object.assign(graph.habits, { receipts: 'read', echoes: true });
const components = (text: string) => [{ type: 'BODY', text }];
const approved = { language: 'pt_BR', status: 'APPROVED' };
const number = graph.number({
  templates: [
    { ...approved, name: 'novidade_do_mes', category: 'MARKETING', components: components('Oi, {{1}}! Temos novidades.') },
    { ...approved, name: 'pedido_enviado', category: 'UTILITY', components: components('{{1}}, seu pedido {{2}} saiu.') },
  ],
});
graph.page('Loja', true);

console.log(`Graph is at ${graph.url}; GET ${graph.url}/hand shows what it knows. Start Prosa with it:

${Object.entries(graph.env)
  .map(([name, value]) => `${name}=${value} \\`)
  .join('\n')}
npm start

A WhatsApp number: phoneNumberId ${number.id}, wabaId ${number.wabaId}, accessToken ${number.token}
A user with a page and its Instagram account: ${graph.user()}
A customer writes: curl -X POST ${graph.url}/hand/write -d '{"account":"${number.id}","from":"5511987654321","text":"Olá"}'`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void graph.close().then(() => process.exit(0));
  });
