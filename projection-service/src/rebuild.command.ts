import { runCommand } from '@prosa/infra/runtime';
import { rebuild } from './engine/rebuild/rebuild.ts';
import { withTools } from './tools.ts';

const SHOW_EVERY_MS = 2_000;

await runCommand('projection-rebuild', (log) =>
  withTools(log, async (tools) => {
    let shownAt = 0;
    const onProgress = (events: number) => {
      if (Date.now() - shownAt < SHOW_EVERY_MS) return;
      shownAt = Date.now();
      log.info({ events }, 'folded so far');
    };
    const only = process.argv.slice(2);
    const rebuilt = await rebuild({ ...tools, log, onProgress, ...(only.length > 0 && { only }) });
    if (!rebuilt) log.error('another process is rebuilding the tables');
    return rebuilt ? 0 : 1;
  }),
);
