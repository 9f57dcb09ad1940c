import { abilitiesOf, type ChosenTemplate, filledTemplate, type MessageTemplate, Refused } from '@prosa/contracts';
import { boundedCache } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import { type Gateway, orRefusal } from '../../kernel/gateway.ts';
import type { ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { isOff } from './is-off.ts';

type Page = { templates: MessageTemplate[]; next: string | null };
type Of = { companyId: string; connectionId: string };

/** How long a template is used as it was told, in milliseconds. */
const FRESH_MS = 60_000;
const MAX_TEMPLATES = 5_000;
/** Maximum number of pages that are read to find one. */
const MAX_PAGES = 20;

const createTemplates = ({ referenceData, gateway }: Pick<Deps, 'referenceData' | 'gateway'>) => {
  const known = boundedCache<string, MessageTemplate>({ max: MAX_TEMPLATES, ttl: FRESH_MS });
  /** The channel's last news are part of it: once it has told anything, no template is used as it was before. */
  const nameOf = (
    { id, accountNews }: Pick<ReferenceConnection, 'id' | 'accountNews'>,
    { name, language }: Pick<MessageTemplate, 'name' | 'language'>,
  ): string => `${id} ${accountNews?.at ?? ''} ${language} ${name}`;
  const connectionOf = async ({ companyId, connectionId }: Of): Promise<ReferenceConnection> => {
    const connection = await referenceData.connection(companyId, connectionId);
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    return connection;
  };

  /** Throws Refused if the channel has no templates or does not answer, and if nothing can be sent through the connection. */
  const page = async (of: Of, next: string | null): Promise<Page> => {
    const connection = await connectionOf(of);
    const { channel, provider } = connection;
    if (abilitiesOf(channel, provider).sends.template !== 'as-is') throw new Refused('ERR_CHANNEL_CANNOT');
    if (isOff(connection)) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
    const told = await gateway.ask({ kind: 'templates', ...of, channel, provider, next }).catch(orRefusal());
    for (const template of told.templates) known.set(nameOf(connection, template), template);
    return { templates: told.templates, next: told.next };
  };

  const find = async (of: Of, chosen: ChosenTemplate): Promise<MessageTemplate> => {
    const named = nameOf(await connectionOf(of), chosen);
    let next: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const found = known.get(named);
      if (found) return found;
      if (pages > 0 && next === null) break;
      ({ next } = await page(of, next));
    }
    const found = known.get(named);
    if (!found) throw new Refused('ERR_NO_TEMPLATE_FOUND');
    return found;
  };

  return {
    page,
    /** Returns what the customer reads. Throws Refused for an unknown template, and for too few or too many values. */
    textOf: async (of: Of, chosen: ChosenTemplate): Promise<string> => {
      const template = await find(of, chosen);
      const lacking = Array.from({ length: template.values }, (_, nth) => nth).filter((nth) => chosen.values[nth] === undefined);
      if (lacking.length > 0)
        throw new Refused('ERR_VALIDATION', {
          fields: Object.fromEntries(lacking.map((nth) => [`template.values.${nth}`, 'Required'])),
        });
      if (chosen.values.length > template.values)
        throw new Refused('ERR_VALIDATION', { fields: { [`template.values.${template.values}`]: 'Too Long!' } });
      return filledTemplate(template, chosen.values);
    },
  };
};
type Templates = ReturnType<typeof createTemplates>;

const byGateway = new WeakMap<Gateway, Templates>();

/** The approved templates of connections, as their channel tells them: kept once for all who ask the same gateway. */
export const templatesOf = (deps: Pick<Deps, 'referenceData' | 'gateway'>): Templates => {
  const templates = byGateway.get(deps.gateway) ?? createTemplates(deps);
  byGateway.set(deps.gateway, templates);
  return templates;
};
