import { importEvents, Refused } from '@prosa/contracts';
import { defineReactor } from '../../kernel/reactor.ts';
import { createImportJob } from './import.job.ts';

/** Runs imports, one of a company at a time; one that was cut off is run again at the next start. */
export const runImports = defineReactor({
  name: 'imports',
  streams: ['import-'],
  events: [importEvents.ImportStarted],
  concurrency: { total: 4, perCompany: 1 },
  start: (tools) => {
    const run = createImportJob(tools);
    return {
      command: async ({ data, meta }) => {
        const { companyId, actor, revision } = meta;
        try {
          await run({ companyId, actor, ...data, run: revision });
        } catch (error) {
          // Its rows have been forgotten.
          if (!(error instanceof Refused) || error.code !== 'ERR_NO_IMPORT_FOUND') throw error;
        }
      },
    };
  },
});
