import { type GraphClient, GraphError, isUnknownCall } from '../graph/graph.client.ts';
import type { Account } from '../graph/graph.session.ts';
import type { OutgoingMessage } from '../provider.port.ts';
import type { CloudTemplates } from './cloud.templates.ts';

/** The field of a business account that says whether its marketing templates have a call of their own. */
const STATUS = 'marketing_messages_onboarding_status';
const MARKETING = 'MARKETING';
/** The errors of that call for an account that has not accepted its terms, for another category, and for a template that it does not have yet. */
const NOT_HERE: ReadonlySet<number> = new Set([131_055, 134_100, 134_101, 134_102]);

/**
 * Which messages of a number go by `/marketing_messages`: templates of that category, where the business account has accepted the terms.
 * All others, and those that this call refuses, go by `/messages`.
 */
export const marketingOf = (client: Pick<GraphClient, 'get'>, templates: Pick<CloudTemplates, 'categoryOf'>) => {
  let isOnboarded = false;
  return {
    /** Asks whether the account has accepted the terms. Without an answer stays what is known. */
    look: async ({ token, values: { wabaId } }: Account, signal: AbortSignal): Promise<void> => {
      if (!wabaId) return;
      try {
        isOnboarded = (await client.get(wabaId, { token, query: { fields: STATUS }, signal }))[STATUS] === 'ONBOARDED';
      } catch (error) {
        // An older version has no such field, and a token perhaps not the right to read it.
        if (error instanceof GraphError) isOnboarded = false;
      }
    },
    takes: async ({ values: { wabaId } }: Account, { template }: Pick<OutgoingMessage, 'template'>): Promise<boolean> =>
      isOnboarded && template !== null && wabaId !== undefined && (await templates.categoryOf(wabaId, template)) === MARKETING,
    /** Whether an error means that the message was not sent, and may go by the other call. */
    isNotHere: (error: unknown): boolean => isUnknownCall(error) || (error instanceof GraphError && NOT_HERE.has(error.code)),
  };
};
