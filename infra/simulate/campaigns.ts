import { setTimeout as wait } from 'node:timers/promises';
import type { CampaignReport, CampaignView, SimulatorDelivered } from '@prosa/contracts';
import { persist, type Session } from './client.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 12;
/** A campaign to these numbers; `readBy`: how many messages the phone with a number shows. */
export type Campaign = { id: string; numbers: readonly string[]; readBy: (number: string) => Promise<number> };
/** Where a campaign leaves: the phones of its channel exist once `prepare` has made them. */
export type Way = { connectionId: string; prepare?: (number: string) => Promise<unknown>; readBy: Campaign['readBy'] };

/** Campaigns leave as fast as they can. */
export const withoutIntervals = async (admin: Session): Promise<void> => {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] };
  await admin.command('POST', '/campaign-settings', { settings });
};

/** A new connection of the simulator. */
export const simulatorWay = async (url: string, admin: Session, name: string): Promise<Way> => {
  const token = `token-of-${name.replaceAll(' ', '-')}-${Date.now()}`;
  const { record } = await admin.command<{ id: string }>('POST', '/whatsapp', { name, channel: 'simulator', token });
  return {
    connectionId: record.id,
    readBy: async (number) => {
      const answer = await persist(`${url}/webhooks/simulator/${record.id}/delivered?to=${number}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await answer.json()) as SimulatorDelivered).length;
    },
  };
};

/** Starts a campaign to so many numbers, from `from` on. */
export const startCampaign = async (
  admin: Session,
  { connectionId, prepare, readBy }: Way,
  { from, count }: { from: number; count: number },
): Promise<Campaign> => {
  const numbers = Array.from({ length: count }, (_, nth) => `5511${from + nth}`);
  const { record: list } = await admin.command<{ id: string }>('POST', '/contact-lists', { name: `Lista ${from}` });
  await inParallel([...numbers], AT_ONCE, async (number, at) => {
    await prepare?.(number);
    await admin.command('POST', '/contact-list-items', { contactListId: list.id, name: `Cliente ${at}`, number, email: null });
  });
  const { record } = await admin.command<{ id: string }>('POST', '/campaigns', {
    name: `Aviso ${from}`,
    message1: 'Oi, {primeiroNome}!',
    message2: 'Olá, {nome}!',
    whatsappId: connectionId,
    contactListId: list.id,
    scheduledAt: new Date().toISOString(),
  });
  return { id: record.id, numbers, readBy };
};

/** Cancels a campaign and lets it go on. */
export const interrupt = async (admin: Session, { id }: Campaign, pauseMs: number): Promise<void> => {
  await admin.command('POST', `/campaigns/${id}/cancel`, undefined);
  await wait(pauseMs);
  await admin.command('POST', `/campaigns/${id}/restart`, undefined);
};

/** Resolves when it is over. Rejects if it pauses by itself, or is not over in time. */
export const finished = async (admin: Session, { id }: Campaign, ms: number): Promise<void> => {
  const end = Date.now() + ms;
  for (;;) {
    const campaign = await admin.get<CampaignView>(`/campaigns/${id}`);
    if (campaign.status === 'FINALIZADA') return;
    if (campaign.pauseReason !== null) throw new Error(`It has paused: ${campaign.pauseReason}`);
    if (Date.now() > end) throw new Error(`It is not over in time: ${JSON.stringify(campaign)}`);
    await wait(500);
  }
};

/** How many of the phones show how many messages, and the report. */
export const outcomeOf = async (
  admin: Session,
  { id, numbers, readBy }: Campaign,
): Promise<{ shown: Record<number, number>; report: CampaignReport }> => {
  const shown: Record<number, number> = {};
  await inParallel([...numbers], AT_ONCE, async (number) => {
    const count = await readBy(number);
    shown[count] = (shown[count] ?? 0) + 1;
  });
  return { shown, report: await admin.get<CampaignReport>(`/campaigns/${id}/report`) };
};
