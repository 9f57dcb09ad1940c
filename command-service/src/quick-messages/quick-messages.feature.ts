import { quickMessages as definition } from '@prosa/contracts';
import type { Feature } from '../kernel/feature.ts';
import { fileCalls } from '../records/record.file.ts';
import { plainRecord } from '../records/record.routes.ts';

const plain = plainRecord(definition);

/** Quick messages: plain records, each with one file at most. */
export const quickMessages: Feature = {
  ...plain,
  routes: (app, deps) => {
    plain.routes?.(app, deps);
    fileCalls(app, deps, definition, definition.routes);
  },
};
