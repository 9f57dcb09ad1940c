import { createChannelGateway } from '../app.ts';
import { metaProviders } from '../channels/meta/meta.providers.ts';
import { quickLeases, silent } from './gateway.fixture.ts';

/** A gateway by Graph, to be killed from outside at any moment. */
const gateway = createChannelGateway(
  JSON.parse(process.env.GATEWAY_CONFIG ?? '{}', (key, value) =>
    key === 'PROSA_TOKEN_SECRET' || key === 'PROSA_KEYS' ? Buffer.from(value, 'base64') : value,
  ),
  { log: silent, providers: metaProviders, owners: quickLeases },
);
const { url } = await gateway.start();
process.stdout.write(`${url}\n`);
