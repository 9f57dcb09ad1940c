import {
  abilitiesOf,
  contactLists,
  countryOf,
  campaigns as definition,
  derivedId,
  type ErrorCode,
  isSample,
  Refused,
  routes,
} from '@prosa/contracts';
import { createCheckNumber } from '../../contacts/contacts/checked-numbers.ts';
import { typedNumber } from '../../contacts/contacts/contact.address.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import type { Handled } from '../../kernel/handler.ts';
import { asItWas } from '../../kernel/state-as-of.ts';
import { present, recordDecider } from '../../records/record.decider.ts';
import { fileCalls } from '../../records/record.file.ts';
import { isOff } from '../connections/is-off.ts';
import { firstSlot } from './campaign.content.ts';
import {
  type CampaignCommand,
  type CampaignEvent,
  type CampaignFacts,
  type CampaignState,
  campaign,
  type Fields,
  statusOf,
} from './campaign.decider.ts';
import { campaignOf, settingsOf, settingsStream } from './campaign.reading.ts';
import { createSend } from './campaign.sending.ts';
import { campaignSettings, tellPace } from './campaign.settings.ts';
import { freezeCampaigns, resumeCampaigns, sendCampaigns, startCampaigns, withdrawCampaigns } from './campaigns.reactors.ts';
import { campaignMigrations } from './campaigns.rows.ts';

const missing = 'ERR_NO_CAMPAIGN_FOUND';
const on = (id: string) => ({ decider: campaign, stream: `campaign-${id}`, missing }) as const;
const lists = recordDecider(contactLists);

const calls = (app: App, deps: Deps): void => {
  const { store, handle, referenceData, clock } = deps;
  const { send } = createSend(deps);
  const checkNumber = createCheckNumber(deps);

  const assertEnabled = async ({ companyId }: Pick<Caller, 'companyId'>): Promise<void> => {
    const company = await referenceData.company(companyId);
    if (company?.settings.campaignsEnabled !== 'true') throw new Refused('ERR_CAMPAIGNS_DISABLED');
  };
  const assertList = async (companyId: string, id: string): Promise<void> => {
    const { state } = await handle({
      decider: { ...lists, decide: () => [] },
      stream: `contact-lists-${companyId}`,
      missing: 'ERR_NO_CONTACT_LIST_FOUND',
      commandId: derivedId(id, 'look'),
      actor: { kind: 'system', id: 'campaigns' },
      companyId,
      command: null as never,
    });
    if (!present(state.records, id)) throw new Refused('ERR_NO_CONTACT_LIST_FOUND');
  };

  /** The facts for the fields as they will be. Throws Refused for a connection, list or queue that is not there. */
  const factsOf = async (companyId: string, changes: Partial<Fields>, whatsappId: string | null): Promise<CampaignFacts> => {
    const connection = whatsappId === null ? null : await referenceData.connection(companyId, whatsappId);
    if (changes.whatsappId && (!connection || isSample(connection))) throw new Refused('ERR_NO_WAPP_FOUND');
    if (changes.contactListId) await assertList(companyId, changes.contactListId);
    if (changes.queueId && !(await referenceData.queue(companyId, changes.queueId))) throw new Refused('ERR_NO_QUEUE_FOUND');
    return { now: clock().getTime(), abilities: connection && abilitiesOf(connection.channel, connection.provider) };
  };

  const replyOf = async (id: string, { companyId }: CommandIdentity, done: Handled<CampaignState, CampaignEvent>) => {
    const { position } = done;
    const found = await asItWas(store, on(id), done, (state) => {
      const record = present(state.records, id);
      return record && ownOf(record, state.progress, companyId);
    });
    if (!found) throw new Refused(missing);
    return { position, reply: found };
  };

  commandRoute(app, deps, routes.campaigns.create, async ({ body, principal, identity }) => {
    await assertEnabled(principal);
    const id = derivedId(identity.commandId, 'campaign');
    const { companyId } = identity;
    const command = async (): Promise<CampaignCommand> => ({
      do: 'create',
      id,
      fields: body,
      facts: await factsOf(companyId, body, body.whatsappId),
    });
    return replyOf(id, identity, await handle({ ...identity, ...on(id), command }));
  });

  commandRoute(app, deps, routes.campaigns.change, async ({ params: { id }, body, principal, identity }) => {
    await assertEnabled(principal);
    const changes = body as Partial<Fields>;
    const command = async ({ records }: CampaignState): Promise<CampaignCommand> => {
      const before = present(records, id);
      const whatsappId = changes.whatsappId === undefined ? (before?.whatsappId ?? null) : changes.whatsappId;
      // Sent again, what was deleted since is not refused.
      const news = Object.fromEntries(
        Object.entries(changes).filter(([name, value]) => before?.[name as keyof Fields] !== value),
      );
      return { do: 'change', id, changes, facts: await factsOf(identity.companyId, news, whatsappId) };
    };
    return replyOf(id, identity, await handle({ ...identity, ...on(id), command }));
  });

  commandRoute(app, deps, routes.campaigns.delete, async ({ params: { id }, principal, identity }) => {
    await assertEnabled(principal);
    const { position } = await handle({ ...identity, ...on(id), command: { do: 'delete', id } });
    return { position, reply: null };
  });

  // Also while campaigns are switched off: what runs must be able to end.
  commandRoute(app, deps, routes.campaigns.cancel, async ({ params: { id }, identity }) =>
    replyOf(id, identity, await handle({ ...identity, ...on(id), command: { do: 'cancel', id } })),
  );

  commandRoute(app, deps, routes.campaigns.restart, async ({ params: { id }, principal, identity }) => {
    await assertEnabled(principal);
    const command = async ({ records }: CampaignState): Promise<CampaignCommand> => {
      const whatsappId = present(records, id)?.whatsappId ?? null;
      const facts = await factsOf(identity.companyId, { whatsappId }, whatsappId);
      return { do: 'restart', id, facts };
    };
    return replyOf(id, identity, await handle({ ...identity, ...on(id), command }));
  });

  commandRoute(app, deps, routes.campaigns.test, async ({ params: { id }, body, principal, identity }) => {
    await assertEnabled(principal);
    const { companyId, commandId } = identity;
    const found = await campaignOf(store, id);
    if (!found?.record || found.companyId !== companyId) throw new Refused(missing);
    const { record } = found;
    const connection = record.whatsappId && (await referenceData.connection(companyId, record.whatsappId));
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    if (isOff(connection)) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
    const typed = typedNumber(body.number, countryOf((await referenceData.company(companyId))?.settings.country));
    const number = await checkNumber(companyId, connection, typed);
    const { variables } = await settingsOf(store, companyId);
    const { name, email } = (await referenceData.users(companyId)).get(principal.userId) ?? { name: null, email: null };
    const phase = body.confirmation ? 'confirmation' : 'message';
    const sent = await send({
      companyId,
      commandId,
      connection,
      record,
      variables,
      recipientId: commandId,
      who: { name: name ?? number, number, email },
      phase,
      of: null,
      slot: body.slot === undefined ? firstSlot(record, phase) : body.slot - 1,
    });
    const { messageId, ticketId, position } = sent!;
    return { position, reply: { messageId, ticketId } };
  });

  commandRoute(app, deps, routes.campaigns.setSettings, async ({ body: { settings }, principal, identity }) => {
    await assertEnabled(principal);
    const { companyId } = identity;
    const { position } = await handle({
      ...identity,
      decider: campaignSettings,
      stream: settingsStream(companyId),
      missing: 'ERR_NOT_FOUND' satisfies ErrorCode,
      command: { do: 'set', companyId, settings },
    });
    return { position, reply: settings };
  });

  const { setFile, removeFile } = routes.campaigns;
  fileCalls(
    app,
    deps,
    definition,
    { setFile, removeFile },
    {
      decider: campaign as unknown as NonNullable<Parameters<typeof fileCalls>[4]>['decider'] & object,
      factsOf: async (by) => {
        await assertEnabled(by);
        return { now: clock().getTime(), abilities: null };
      },
    },
  );
};

const ownOf = (
  record: Fields & { id: string; createdAt: string; updatedAt: string },
  progress: CampaignState['progress'],
  companyId: string,
) => {
  const { mediaId: _, mediaName: __, ...own } = record;
  const { completedAt, pause } = progress;
  const status = statusOf(record, progress);
  return { ...own, companyId, status, completedAt, pauseReason: pause?.reason ?? null, pausedUntil: pause?.until ?? null };
};

/** Messages to the contacts of a list. */
export const campaigns: Feature = {
  name: 'campaigns',
  routes: calls,
  reactors: [startCampaigns, resumeCampaigns, freezeCampaigns, withdrawCampaigns, sendCampaigns, tellPace],
  migrations: campaignMigrations,
};
