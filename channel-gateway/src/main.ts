import { endProcess, runService } from '@prosa/infra/runtime';
import { createChannelGateway } from './app.ts';
import { gatewayConfig } from './kernel/config.ts';

await runService('channel-gateway', async ({ log }) => {
  const gateway = createChannelGateway(gatewayConfig(), {
    log,
    onCrash: (err) => {
      log.fatal({ err }, 'a consumer is dead: ending, so that another process can go on');
      endProcess(1);
    },
  });
  const { url } = await gateway.start();
  return { url, close: gateway.close };
});
