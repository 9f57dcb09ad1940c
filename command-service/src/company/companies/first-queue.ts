import { type Actor, queues as definition, derivedId, type Language } from '@prosa/contracts';
import { queues } from '../../flows/queues/queues.decider.ts';
import type { Deps } from '../../kernel/deps.ts';

const NAMES: Record<Language, string> = { pt: 'Atendimento', en: 'Service', es: 'Atención' };
const COLOR = '#2563EB';

/** The id of a company's first queue. */
export const firstQueueId = (companyId: string): string => derivedId(companyId, 'first queue');

/** Creates the first queue of a company, of which its first administrator is; once, also if it is repeated. No plan limits it. */
export const createFirstQueue = (
  { handle }: Pick<Deps, 'handle'>,
  { companyId, actor, language }: { companyId: string; actor: Actor; language: Language },
) =>
  handle({
    companyId,
    commandId: derivedId(companyId, 'create first queue'),
    actor,
    decider: queues,
    stream: `queues-${companyId}`,
    missing: 'ERR_NO_QUEUE_FOUND',
    command: {
      do: 'create',
      id: firstQueueId(companyId),
      fields: definition.fields.parse({ name: NAMES[language], color: COLOR }),
    },
  });
