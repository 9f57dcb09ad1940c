import { connections as definition, derivedId, type ErrorCode, limits, Refused } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import type { Deps } from '../../kernel/deps.ts';
import { orRefusal } from '../../kernel/gateway.ts';
import { present, type RecordState } from '../../records/record.decider.ts';
import { type ConnectionFields, connections as decider } from './connections.decider.ts';

type Kind = 'facebook' | 'instagram';
/** The token or code with which the person's pages are requested. */
type Asked = { kind: Kind } & ({ userToken: string } | { code: string });
type Connected = { connections: { id: string; name: string }[]; left: { name: string; code: string }[] };
type Page = { externalId: string; name: string; secrets: Record<string, string> };

/** The provider of pages and of accounts of Instagram. */
export const PROVIDER = 'beta';
const nameOf = ({ name, externalId }: Page): string => {
  const short = name.trim().slice(0, limits.name.max).trim();
  return short.length < limits.name.min ? externalId.slice(0, limits.name.max) : short;
};

/**
 * Connects all pages (accounts of Instagram) of a person who signed in with Meta: one connection each. A page that has one keeps it, with its
 * conversations: it gets the new token, and its session goes on.
 */
export const createConnectPages = (deps: Pick<Deps, 'gateway' | 'handle' | 'referenceData'>) => {
  const { gateway, handle, referenceData } = deps;

  const addressed = (identity: CommandIdentity) =>
    ({ ...identity, decider, stream: `connections-${identity.companyId}`, missing: 'ERR_NO_WAPP_FOUND' }) as const;
  const commandOf = ({ commandId }: CommandIdentity, externalId: string) => derivedId(commandId, 'page', externalId);

  const connect = async (identity: CommandIdentity, channel: Kind, page: Page) => {
    const { companyId } = identity;
    const { externalId } = page;
    const commandId = commandOf(identity, externalId);
    const fresh = derivedId(commandId, 'connection');
    const done = await handle({
      ...addressed(identity),
      commandId,
      command: async ({ records }) => {
        const known = Object.values(records).find(
          (one) => !one.deleted && one.channel === channel && one.externalId === externalId,
        );
        const id = known?.id ?? fresh;
        const isOurs = await gateway
          .keepSecrets(id, { companyId, channel, provider: PROVIDER, secrets: page.secrets, externalId })
          .catch(orRefusal());
        if (!isOurs) throw new Refused('ERR_ACCOUNT_IN_USE');
        if (known) return { do: 'ask session' as const, id, asked: { id: commandId, ask: 'start' as const } };
        const limit = await referenceData.limitOf(companyId, 'connections');
        // Its administrator fills the rest in.
        const fields = definition.fields.parse({ name: nameOf(page), channel, provider: PROVIDER });
        return { do: 'create' as const, id, fields: { ...fields, externalId }, limit, facts: { queueIds: [] } };
      },
    });
    const { records } = done.state;
    const made = Object.values(records).find((one) => one.channel === channel && one.externalId === externalId && !one.deleted);
    const { id, name } = made ?? present(records, fresh) ?? { id: fresh, name: nameOf(page) };
    return { position: done.position, connection: { id, name } };
  };

  /** Finds the connections of the same call's first run, because Meta takes a code only once. Refused if it is no repeat. */
  const connectedBefore = async (identity: CommandIdentity, channel: Kind) => {
    const refused = new Refused('ERR_META_CODE');
    const orNothing = (error: unknown) => {
      if (error !== refused) throw error;
      return null;
    };
    let known: { id: string; name: string; externalId?: string | null | undefined }[] = [];
    const look = ({ records }: RecordState<ConnectionFields>): never => {
      known = Object.values(records).filter((one) => one.channel === channel && !one.deleted);
      throw refused;
    };
    await handle({ ...addressed(identity), command: look }).catch(orNothing);
    const reply: Connected = { connections: [], left: [] };
    let position: bigint | null = null;
    for (const { id, name, externalId } of known) {
      if (!externalId) continue;
      const command = { ...addressed(identity), commandId: commandOf(identity, externalId), command: look };
      const done = await handle(command).catch(orNothing);
      if (!done) continue;
      reply.connections.push({ id, name });
      position = position === null || done.position > position ? done.position : position;
    }
    if (position === null) throw refused;
    return { position, reply };
  };

  return async (identity: CommandIdentity, { kind, ...by }: Asked) => {
    const { companyId } = identity;
    const question = { kind: 'pages', companyId, channel: kind, provider: PROVIDER, ...by } as const;
    const { pages, wrong } = await gateway.ask(question).catch(orRefusal());
    if (wrong !== null) {
      if ('userToken' in by) throw new Refused('ERR_VALIDATION', { fields: { facebookUserToken: wrong } });
      if (wrong === 'missing-permission') throw new Refused('ERR_META_PERMISSION');
      return connectedBefore(identity, kind);
    }
    if (pages.length === 0) throw new Refused('ERR_NO_PAGE_FOUND');
    const reply: Connected = { connections: [], left: [] };
    let position: bigint | null = null;
    let first: Refused | null = null;
    for (const page of pages) {
      try {
        const done = await connect(identity, kind, page);
        reply.connections.push(done.connection);
        position = done.position;
      } catch (error) {
        if (!(error instanceof Refused) || !LEFT.includes(error.code)) throw error;
        first ??= error;
        reply.left.push({ name: page.name, code: error.code });
      }
    }
    // If not one could be connected, the reason is the answer.
    if (first && reply.connections.length === 0) throw first;
    return { position, reply };
  };
};
/** Refusals of one page that leave the others. */
const LEFT: readonly ErrorCode[] = ['ERR_ACCOUNT_IN_USE', 'ERR_PLAN_LIMIT'];
export type ConnectPages = ReturnType<typeof createConnectPages>;
