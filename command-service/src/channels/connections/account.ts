import type { ChannelName } from '@prosa/contracts';
import { Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { createConnectAccount, createReleaseAccount, isHidden, typed } from './cloud.ts';
import { tokenHashOf } from './token-hash.ts';
import { connectionTokens } from './tokens.ts';

type Fields = Record<string, unknown>;
type Does = 'create' | 'change';

/** The channel of a connection that names none. */
export const channelOf = ({ config }: Pick<Deps, 'config'>): ChannelName =>
  config.NODE_ENV === 'production' ? 'whatsapp' : 'simulator';

/** Before a connection is made or changed: its token becomes its own, and its account is checked. */
export const preparing = (deps: Pick<Deps, 'gateway' | 'log' | 'referenceData' | 'config' | 'pool'>) => {
  const tokens = connectionTokens(deps);
  const account = accountOf(deps);
  return async (asked: { does: Does; id: string; body: Fields; companyId: string }) => {
    const { id: connectionId, body, companyId } = asked;
    if (body.token && !isHidden(body.token)) await tokens.claim(tokenHashOf(body.token as string), { companyId, connectionId });
    return account(asked);
  };
};

const isCloud = ({ channel, provider }: Fields): boolean => channel === 'whatsapp' && provider === 'cloud';

/** The fields of a connection as they are stored: of a random token only the hash, and no secret of its account. */
export const fieldsOf = (body: Fields, does: Does, otherwise: ChannelName): Fields => {
  const { token, phoneNumberId, wabaId, accessToken: _, appSecret, ...rest } = body;
  const { name, channel = otherwise, ...others } = rest;
  // In the order in which it is stored: two instances answer the same.
  const fields: Fields = does === 'create' ? { name, channel, ...others } : rest;
  const hashed = token === undefined || isHidden(token) ? {} : { tokenHash: token ? tokenHashOf(token as string) : null };
  const secret = appSecret === undefined || isHidden(appSecret) ? {} : { hasAppSecret: typed(appSecret) !== null };
  if (does === 'change') return { ...fields, ...hashed, ...secret };
  const account = isCloud(fields) ? { externalId: typed(phoneNumberId), wabaId: typed(wabaId), ...secret } : {};
  return { ...fields, ...hashed, ...account };
};

/**
 * Before a connection of WhatsApp Cloud API is made, or gets another token: the channel checks its account, and the gateway keeps its
 * secrets.
 */
const accountOf = (deps: Pick<Deps, 'gateway' | 'log' | 'referenceData' | 'config'>) => {
  const connect = createConnectAccount(deps);
  const release = createReleaseAccount(deps);
  return async ({ does, id: connectionId, body, companyId }: { does: Does; id: string; body: Fields; companyId: string }) => {
    const owner = { companyId, connectionId };
    const { accessToken, appSecret } = body;
    if (does === 'create') {
      if (!isCloud(body)) return {};
      const account = { phoneNumberId: typed(body.phoneNumberId), wabaId: typed(body.wabaId) };
      await connect(owner, { ...account, accessToken: typed(accessToken), appSecret: typed(appSecret) });
      return { undo: () => release(owner) };
    }
    const isKept = (secret: unknown): boolean => secret === undefined || isHidden(secret);
    if (isKept(accessToken) && isKept(appSecret)) return {};
    const connection = await deps.referenceData.connection(companyId, connectionId);
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    if (!isCloud(connection)) return {};
    const { externalId: phoneNumberId = null, wabaId = null, hasAppSecret = false } = connection;
    // Nobody but the gateway knows the secret that is kept: the two are replaced together.
    if (hasAppSecret && isKept(appSecret)) throw new Refused('ERR_VALIDATION', { fields: { appSecret: 'Required' } });
    await connect(owner, { phoneNumberId, wabaId, accessToken: typed(accessToken), appSecret: typed(appSecret) });
    return {};
  };
};
