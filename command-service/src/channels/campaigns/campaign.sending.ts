import { derivedId, type OfCampaign, Refused, type SkipReason, valuesOf } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createOptOuts } from '../../contacts/contacts/opt-outs.ts';
import { createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { templatesOf } from '../connections/templates.ts';
import { createReachOut } from '../outreach/reach-out.ts';
import { assertSomething, type Content, contentFor } from './campaign.content.ts';
import type { CampaignRecord } from './campaign.decider.ts';
import { actor } from './campaign.freezing.ts';
import type { FrozenRecipient } from './campaign.parts.ts';

type Variables = readonly { key: string; value: string }[];
type Who = { name: string; number: string; email: string | null };
/** One message of a campaign to one person. `of` null: a test, of which no report tells. */
export type ToSend = {
  companyId: string;
  commandId: string;
  connection: ReferenceConnection;
  record: CampaignRecord;
  variables: Variables;
  recipientId: string;
  who: Who;
  phase: OfCampaign['phase'];
  of: OfCampaign | null;
  slot?: number;
};

/** Messages to these people cannot succeed, whoever tries again. */
const never: Partial<Record<string, SkipReason>> = {
  ERR_NO_CONTACT_FOUND: 'forgotten',
  ERR_WINDOW_CLOSED: 'unsendable',
  ERR_CHANNEL_CANNOT: 'unsendable',
  ERR_VALIDATION: 'unsendable',
};

/** Sends messages of campaigns: to a contact, who is made if the company has none with the number. */
export const createSend = (deps: Deps) => {
  const { vault } = deps;
  const resolveContact = createResolveContact({ ...deps, claims: createClaims(deps) });
  const reachOut = createReachOut(deps);
  const optOuts = createOptOuts(deps);
  const templates = templatesOf(deps);

  const fileOf = async ({ hasFile }: Content, { mediaId }: CampaignRecord): Promise<object> => {
    if (!hasFile || !mediaId) return {};
    const file = await vault.open(mediaId);
    if (!file) throw new Refused('ERR_NO_MEDIA_FOUND');
    return { media: file.facts, mediaOf: file.owner.subjectId };
  };

  /** Throws Refused ERR_NO_TEMPLATE_FOUND also for one that takes other values: it may have been changed since the campaign was. */
  const textOf: typeof templates.textOf = (of, chosen) =>
    templates.textOf(of, chosen).catch((error: unknown) => {
      throw error instanceof Refused && error.code === 'ERR_VALIDATION' ? new Refused('ERR_NO_TEMPLATE_FOUND') : error;
    });

  /** Throws Refused. Null: the contact wants no campaigns. */
  const send = async (asked: ToSend): Promise<{ messageId: string; ticketId: string | null; position: bigint } | null> => {
    const { companyId, commandId, connection, record, who, of, recipientId, phase, slot } = asked;
    const identities = [{ kind: 'phone', value: who.number }] as const;
    const channel = connection.channel === 'simulator' ? 'simulator' : 'whatsapp';
    if (of && (await optOuts.since(companyId, who.number))) return null;
    const content = contentFor(record, phase, recipientId, valuesOf(who, asked.variables), slot);
    assertSomething(content, phase, slot);
    const contactId = await resolveContact({ companyId, identities, name: who.name, channel, actor });
    const { template } = content;
    const body = template ? await textOf({ companyId, connectionId: connection.id }, template) : content.body;
    const done = await reachOut.send(
      { companyId, actor, commandId, bulk: of !== null },
      {
        origin: 'campaign',
        userId: null,
        body,
        contactId,
        connectionId: connection.id,
        ...(of && { campaign: of }),
        ...(template && { template }),
      },
      await fileOf(content, record),
    );
    const { position } = done;
    const { id: messageId, ticketId } = await reachOut.sentBy(done, commandId);
    return { messageId, ticketId, position };
  };

  return {
    send,
    /** Sends to a recipient in a run of a campaign, once. Returns why they get nothing, if so. Throws Refused for what may change. */
    toRecipient: async (
      asked: Omit<ToSend, 'who' | 'recipientId' | 'commandId' | 'of'> & { recipient: FrozenRecipient; run: number },
    ): Promise<SkipReason | null> => {
      const { recipient, run, phase, record } = asked;
      const { recipientId, who } = recipient;
      if (who === null) return 'forgotten';
      const of = { campaignId: record.id, recipientId, phase, run, queueId: record.queueId };
      const commandId = derivedId(record.id, recipientId, phase, String(run));
      try {
        return (await send({ ...asked, commandId, recipientId, who, of })) ? null : 'opted-out';
      } catch (error) {
        const reason = error instanceof Refused ? never[error.code] : undefined;
        if (!reason) throw error;
        return reason;
      }
    },
  };
};
