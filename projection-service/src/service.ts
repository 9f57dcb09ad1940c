import { readConfig, runService } from '@prosa/infra/runtime';
import { z } from 'zod';
import { createProjectionService } from './app.ts';

await runService('projection-service', async ({ log }) => {
  const service = await createProjectionService({ config: readConfig(z.object({})), log });
  const { url } = await service.start();
  return { url, close: service.close };
});
