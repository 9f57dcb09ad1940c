import { derivedId } from '@prosa/contracts';
import { createListItems, type ListItem } from '../../contacts/contact-lists/list-items.reading.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type CampaignCommand, campaign } from './campaign.decider.ts';
import { frozenPart, PART, partIdOf, partStream, recipientIdOf } from './campaign.parts.ts';
import { campaignOf } from './campaign.reading.ts';
import { campaignPart } from './campaign-part.decider.ts';

/** The actor of what campaigns do by themselves. */
export const actor = { kind: 'system', id: 'campaigns' } as const;
type Asked = { companyId: string; campaignId: string; causationId: string };

/**
 * Writes the recipients of a campaign down as its list has them when it starts. What was cut off goes on behind the parts that are there:
 * whoever stands in one of them stands in no other, whatever became of the list meanwhile.
 */
export const createFreeze = (deps: Pick<Deps, 'store' | 'handle'>) => {
  const { store, handle } = deps;
  const listItems = createListItems(deps);
  return async ({ companyId, campaignId, causationId }: Asked): Promise<void> => {
    const of = await campaignOf(store, campaignId);
    if (!of?.record || of.progress.isFrozen || of.record.contactListId === null) return;
    const known = new Map<string, boolean>();
    let part = 0;
    for (; ; part += 1) {
      const before = await frozenPart(store, partIdOf(campaignId, part));
      if (!before) break;
      for (const { itemId, skipped } of before) known.set(itemId, skipped === null);
    }
    const items: ListItem[] = [];
    const numbers = new Set<string>();
    for await (const item of listItems.of(companyId, of.record.contactListId)) {
      // Forgotten, frozen before, or for a moment in two of the list's streams.
      if (item.name === null || item.number === null || known.has(item.id) || numbers.has(item.numberKey)) continue;
      numbers.add(item.numberKey);
      items.push(item);
    }
    for (let at = 0; at < items.length; at += PART, part += 1) {
      const recipients = items.slice(at, at + PART).map((item) => recipientOf(campaignId, item));
      const partId = partIdOf(campaignId, part);
      await handle({
        decider: campaignPart,
        stream: partStream(partId),
        missing: 'ERR_NO_CAMPAIGN_FOUND',
        commandId: derivedId(partId, 'freeze'),
        causationId,
        companyId,
        actor,
        bulk: true,
        isNew: true,
        command: { do: 'freeze', partId, campaignId, part, recipients },
      });
      for (const { itemId, skipped } of recipients) known.set(itemId, skipped === null);
    }
    const valid = [...known.values()].filter(Boolean).length;
    const command: CampaignCommand = { do: 'conclude freezing', id: campaignId, parts: part, recipients: known.size, valid };
    await handle({
      decider: campaign,
      stream: `campaign-${campaignId}`,
      missing: 'ERR_NO_CAMPAIGN_FOUND',
      commandId: derivedId(causationId, 'frozen'),
      causationId,
      companyId,
      actor,
      command,
    });
  };
};

const recipientOf = (campaignId: string, { id: itemId, name, number, email, isWhatsappValid }: ListItem) => ({
  recipientId: recipientIdOf(campaignId, itemId),
  itemId,
  who: { name: name!, number: number!, email },
  skipped: isWhatsappValid === false ? ('invalid' as const) : null,
});
