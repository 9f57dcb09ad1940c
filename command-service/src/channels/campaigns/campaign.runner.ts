import { type CampaignSettings, derivedId, newId, type PauseReason, Refused, type SkipReason } from '@prosa/contracts';
import { wakeSignal } from '@prosa/infra/runtime';
import type { ReactorTools } from '../../kernel/reactor.ts';
import type { ReferenceCompany, ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { assertServed } from '../../kernel/subscription.ts';
import { inBulk } from '../../kernel/turns.ts';
import { brakeOf, isEnabled, isOver, LAST, pauseBy, pauseByHours, REFUSED_MS } from './campaign.brake.ts';
import { type CampaignCommand, type CampaignRecord, campaign, type Pause, type Progress } from './campaign.decider.ts';
import { actor } from './campaign.freezing.ts';
import { knownParts, partStream } from './campaign.parts.ts';
import { campaignOf, settingsOf } from './campaign.reading.ts';
import { createSend } from './campaign.sending.ts';
import { campaignPart } from './campaign-part.decider.ts';
import { campaignTables, type Waiting } from './campaigns.rows.ts';

/** How often campaigns are looked at that no event concerned. */
const LOOK_MS = 1_000;
/** At most so many messages of a campaign are on their way to the customers: as many as leave in two minutes. */
const MOST_UNDER_WAY = 100;
const AHEAD_SECONDS = 120;
/** Messages that are sent at the same time, so that their appends share a write of the store. */
const PIECE = 4;

type Running = { id: string; companyId: string };
type Of = Running & { record: CampaignRecord; progress: Progress };

/**
 * Sends campaigns: to each recipient once, as their turn comes, while few messages are under way. Everything that it knows is a fold of
 * events, so a process that takes over goes on where the last one was; a message that two of them send is one, by the id of its command.
 */
export const createRunner = (tools: ReactorTools) => {
  const { pool, store, handle, referenceData, turns, clock, log } = tools;
  const tables = campaignTables(pool);
  const { toRecipient } = createSend(tools);
  const partOf = knownParts(store);
  const { wake, wait } = wakeSignal();
  /** Recipients whose message was sent and is not in the tables yet. */
  const issued = new Map<string, Set<string>>();
  const noted = (recipientIds: readonly string[]): void => {
    for (const ofCampaign of issued.values()) for (const id of recipientIds) ofCampaign.delete(id);
    wake();
  };

  const tell = (companyId: string, command: CampaignCommand, commandId: string = newId()) =>
    handle({
      decider: campaign,
      stream: `campaign-${command.id}`,
      missing: 'ERR_NO_CAMPAIGN_FOUND',
      commandId,
      companyId,
      actor,
      command,
    });
  const pause = ({ id, companyId, progress: { run, pause } }: Of, reason: PauseReason, until: string | null = null) =>
    tell(companyId, { do: 'pause', id, run, reason, until }, derivedId(id, pause ? 'pause until' : 'pause', String(run)));

  const skip = ({ id: campaignId, companyId }: Running, { recipientId, partId }: Waiting, reason: SkipReason) =>
    handle({
      decider: campaignPart,
      stream: partStream(partId),
      missing: 'ERR_NO_CAMPAIGN_FOUND',
      commandId: derivedId(recipientId, 'skip'),
      companyId,
      actor,
      bulk: true,
      command: { do: 'skip', partId, campaignId, recipientId, reason },
    });

  /** Why a campaign must pause now, and until when; null: it may go on. */
  const stopOf = async (of: Of, connection: ReferenceConnection | null): Promise<Pause | null> => {
    const now = clock().getTime();
    const stop = pauseBy(connection, now);
    if (stop) return stop;
    const reason = brakeOf(await tables.lastFailures(of.id, of.progress.run, LAST));
    return reason && { reason, until: reason === 'refused' ? new Date(now + REFUSED_MS).toISOString() : null };
  };

  /** Sends to one recipient. Returns whether it may go on. */
  const sendTo = async (of: Of, connection: ReferenceConnection, settings: CampaignSettings, turn: Waiting): Promise<void> => {
    const { record, companyId, progress } = of;
    const recipient = await partOf(turn.partId, turn.recipientId);
    const phase = record.confirmation && !turn.isConfirmed ? 'confirmation' : 'message';
    const { variables } = settings;
    const reason = recipient
      ? await toRecipient({ companyId, connection, record, variables, phase, recipient, run: progress.run })
      : 'forgotten';
    if (reason) await skip(of, turn, reason);
  };

  const sendNext = async (of: Of, connection: ReferenceConnection, settings: CampaignSettings): Promise<boolean> => {
    const mine = issued.get(of.id) ?? new Set();
    issued.set(of.id, mine);
    const room = mostUnderWay(settings) - (await tables.underWay(of.id)) - mine.size;
    if (room <= 0) return false;
    const next = await tables.waiting(of.id, room, [...mine]);
    let isStopped = false;
    await inBulk(turns, of.companyId, piecesOf(next), async (piece) => {
      if (isStopped) return;
      for (const { recipientId } of piece) mine.add(recipientId);
      const done = await Promise.allSettled(piece.map((turn) => sendTo(of, connection, settings, turn)));
      for (const [nth, one] of done.entries()) {
        if (one.status === 'fulfilled') continue;
        isStopped = true;
        mine.delete(piece[nth]!.recipientId);
        if (!(one.reason instanceof Refused) || one.reason.status >= 500) throw one.reason;
        if (one.reason.code === 'ERR_NO_TEMPLATE_FOUND') await pause(of, 'template');
        log.warn({ code: one.reason.code, campaignId: of.id }, 'a message of a campaign was refused, it is tried later');
      }
    });
    return next.length > 0;
  };

  const isServed = (company: ReferenceCompany | null): company is ReferenceCompany => {
    try {
      assertServed(company, clock());
      return true;
    } catch {
      return false;
    }
  };

  /** What has paused goes on when the reason is gone, before its time; or it has become known until when it pauses. */
  const stayPaused = async (of: Of, paused: Pause, connection: ReferenceConnection | null): Promise<void> => {
    const { id, companyId, progress } = of;
    const { run } = progress;
    const company = await referenceData.company(companyId);
    if (isOver(paused, connection, company, clock()))
      return void (await tell(companyId, { do: 'resume', id, run }, derivedId(id, 'resume', String(run))));
    if (paused.until !== null) return;
    const now = paused.reason === 'hours' ? company && pauseByHours(company, clock()) : pauseBy(connection, clock().getTime());
    if (now?.reason === paused.reason && now.until !== null) await pause(of, now.reason, now.until);
  };

  /** Takes a campaign one step on. */
  const goOn = async (running: Running): Promise<void> => {
    const { id, companyId } = running;
    const found = await campaignOf(store, id);
    if (!found?.record || found.progress.phase !== 'running' || !found.progress.isFrozen) return;
    const of: Of = { ...running, record: found.record, progress: found.progress };
    const { run, pause: paused } = of.progress;
    const { withinHours } = of.record;
    const { whatsappId } = of.record;
    const connection = whatsappId === null ? null : await referenceData.connection(companyId, whatsappId);
    if (paused) return stayPaused(of, paused, connection);
    const company = await referenceData.company(companyId);
    if (!isServed(company)) return;
    if (!isEnabled(company)) return void (await pause(of, 'disabled'));
    const stop = (withinHours && pauseByHours(company, clock())) || (await stopOf(of, connection));
    if (stop) return void (await pause(of, stop.reason, stop.until));
    if (await sendNext(of, connection!, await settingsOf(store, companyId))) return;
    if (issued.get(id)!.size === 0 && (await tables.isOver(id, clock())))
      await tell(companyId, { do: 'finish', id, run }, derivedId(id, 'finish', String(run)));
  };

  const runAll = async (): Promise<void> => {
    const running = await tables.running();
    for (const id of issued.keys()) if (!running.some((one) => one.id === id)) issued.delete(id);
    await Promise.all(
      running.map((one) =>
        goOn(one).catch((err: unknown) => log.warn({ err, campaignId: one.id }, 'cannot go on with a campaign, retrying')),
      ),
    );
  };

  return {
    noted,
    run: async (signal: AbortSignal): Promise<void> => {
      issued.clear();
      while (!signal.aborted) {
        await runAll().catch((err: unknown) => log.warn({ err }, 'cannot read the campaigns, retrying'));
        await wait(LOOK_MS, signal);
      }
    },
  };
};

const mostUnderWay = ({ messageInterval }: CampaignSettings): number =>
  messageInterval === 0 ? MOST_UNDER_WAY : Math.max(1, Math.min(MOST_UNDER_WAY, Math.floor(AHEAD_SECONDS / messageInterval)));

const piecesOf = function* (waiting: readonly Waiting[]): Generator<Waiting[]> {
  for (let at = 0; at < waiting.length; at += PIECE) yield waiting.slice(at, at + PIECE);
};
