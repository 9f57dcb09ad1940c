import type { Deps } from '../../kernel/deps.ts';
import { onContact } from '../contacts/contact.decider.ts';

type Asked = { companyId: string; contactId: string; commandId: string; causationId?: string };

/** Prosa itself forgets a contact, whom nobody asked for: one that was merged into a forgotten one, or that a restored backup brings back. */
export const createForgetContact =
  ({ handle }: Pick<Deps, 'handle'>) =>
  async ({ contactId, ...asked }: Asked): Promise<void> => {
    await handle({
      ...asked,
      actor: { kind: 'system', id: 'forgetting' },
      ...onContact(contactId),
      command: { do: 'forget contact', contactId },
    });
  };
