import { type ConnectionSecrets, HIDDEN_TOKEN, Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { orRefusal } from '../../kernel/gateway.ts';

/** The typed fields of an account of WhatsApp Cloud API; the ids of an existing connection are known. */
export type Typed = {
  phoneNumberId: string | null;
  wabaId: string | null;
  accessToken: string | null;
  appSecret: string | null;
};
type Owner = { companyId: string; connectionId: string };

/** Null for a text that was left blank. */
export const typed = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
/** Whether it stands for a secret that is kept already. */
export const isHidden = (value: unknown): boolean => value === HIDDEN_TOKEN;

const requireAll = (values: Partial<Typed>): void => {
  const lacking = Object.entries(values).filter(([, value]) => value === null || isHidden(value));
  if (lacking.length > 0)
    throw new Refused('ERR_VALIDATION', { fields: Object.fromEntries(lacking.map(([field]) => [field, 'Required'])) });
};

/**
 * Has the channel check an account, and hands its secrets to the gateway: they are in no event, and here only while the call lasts. Throws
 * Refused with a message per field that is wrong.
 */
export const createConnectAccount =
  ({ gateway }: Pick<Deps, 'gateway'>) =>
  async ({ companyId, connectionId }: Owner, { phoneNumberId, wabaId, accessToken, appSecret }: Typed): Promise<void> => {
    requireAll({ phoneNumberId, wabaId, accessToken });
    const provider = { companyId, channel: 'whatsapp', provider: 'cloud' } as const;
    const secrets = { accessToken: accessToken!, ...(appSecret !== null && { appSecret }) };
    const values = { phoneNumberId: phoneNumberId!, wabaId: wabaId! };
    const { wrong, externalId } = await gateway.ask({ kind: 'check', ...provider, secrets, values }).catch(orRefusal());
    if (Object.keys(wrong).length > 0) throw new Refused('ERR_VALIDATION', { fields: wrong });
    const kept: ConnectionSecrets = { ...provider, secrets: { ...secrets, wabaId: wabaId! }, externalId };
    const isOurs = await gateway.keepSecrets(connectionId, kept).catch(orRefusal());
    if (!isOurs) throw new Refused('ERR_VALIDATION', { fields: { phoneNumberId: 'in-use' } });
  };

/** Takes the secrets of a connection back that was not made after all, so that its account is free. */
export const createReleaseAccount =
  ({ gateway, log }: Pick<Deps, 'gateway' | 'log'>) =>
  async ({ companyId, connectionId }: Owner): Promise<void> => {
    const nothing = { companyId, channel: 'whatsapp', provider: 'cloud', secrets: {}, externalId: null } as const;
    await gateway.keepSecrets(connectionId, nothing).catch((err: unknown) => {
      log.warn({ err, connectionId }, 'the account of a refused connection could not be released');
    });
  };
