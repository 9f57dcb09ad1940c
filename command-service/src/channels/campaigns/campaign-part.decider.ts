import type { CampaignPartFact, SkipReason, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type PartEvent = Unstored<CampaignPartFact>;
type Frozen = Extract<PartEvent, { type: 'PartFrozen' }>['data'];
/** `skipped`: recipients who get nothing, of a part that is frozen. */
export type PartState = { isFrozen: boolean; skipped: Set<string> };
export type PartCommand =
  | ({ do: 'freeze' } & Frozen)
  | { do: 'skip'; partId: string; campaignId: string; recipientId: string; reason: SkipReason };

/** A part of a campaign's recipients: written once. */
export const campaignPart: Decider<PartCommand, PartState, PartEvent> = {
  initial: () => ({ isFrozen: false, skipped: new Set() }),
  decide(command, { isFrozen, skipped }) {
    if (command.do === 'freeze') {
      const { do: _, ...frozen } = command;
      return isFrozen ? [] : [{ type: 'PartFrozen', data: frozen }];
    }
    const { partId, campaignId, recipientId, reason } = command;
    if (skipped.has(recipientId)) return [];
    return [{ type: 'RecipientsSkipped', data: { partId, campaignId, recipients: [{ recipientId, reason }] } }];
  },
  evolve(state, { type, data }) {
    if (type === 'PartFrozen') state.isFrozen = true;
    for (const { recipientId, ...one } of data.recipients)
      if (type === 'RecipientsSkipped' || ('skipped' in one && one.skipped)) state.skipped.add(recipientId);
    return state;
  },
};
