import { quickMessages as definition, type QuickMessageView } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { recordDecider } from '../../records/record.decider.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { assertFreeWord, type SlashWord } from '../macros/macros.decider.ts';
import { macroWordsOf } from '../macros/macros.feature.ts';

type Reply = Pick<QuickMessageView, 'shortcode' | 'message' | 'userId'>;

/** Its facts are the words of the company's macros. */
const decider = recordDecider<Reply, readonly SlashWord[]>(definition, {
  creates: (fields, _, macros) => {
    assertFreeWord(fields, macros);
    return fields;
  },
  changes: (changes, record, macros) => {
    const isSeenAnew = changes.shortcode !== undefined || changes.userId !== undefined;
    if (isSeenAnew) assertFreeWord({ ...record, ...changes }, macros);
    return changes;
  },
});

/** Quick replies: a plain record, whose words no macro has. */
export const quickMessages: Feature = {
  name: definition.name,
  routes: (app, deps) =>
    recordRoutes<Reply, readonly SlashWord[]>(app, deps, definition, {
      decider,
      facts: (companyId) => macroWordsOf(deps, companyId),
    }),
};
