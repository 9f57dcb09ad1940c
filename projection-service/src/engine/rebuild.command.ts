import { createLog } from '@prosa/infra/runtime';
import { rebuild } from './rebuild.ts';
import { operatorsTools } from './tools.ts';

const log = createLog('projection-rebuild', process.env.LOG_LEVEL || 'info');
const tools = await operatorsTools(log);
const shown = { at: 0 };
const rebuilt = await rebuild({
  ...tools,
  log,
  onProgress: (events) => {
    if (Date.now() - shown.at < 2_000) return;
    shown.at = Date.now();
    log.info({ events }, 'folded so far');
  },
});
if (!rebuilt) log.error('another process is folding the tables anew');
process.exitCode = rebuilt ? 0 : 1;
await tools.close();
