import { type Actor, Refused } from '@prosa/contracts';
import { pause } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import { grownTo } from '../audit-tree/growing.ts';
import { treeOf } from '../audit-tree/tree.rows.ts';
import { type Chosen, ofCompany, ofTickets, type Stretch, Unexportable } from './collecting.ts';
import type { ExportRows } from './export.rows.ts';
import type { auditHeads } from './heads.ts';
import { packaging } from './packaging.ts';
import type { PageLanguage } from './page.ts';

/** Events that are written together, as one piece of bulk work. */
const PIECE = 500;
/** How often it is looked whether the log has grown to the export's own event. */
const LOOK_MS = 200;
const LOOKS = 25;
/** What has failed so often, or has ended its process so often, will not come to its end. */
const MOST_ATTEMPTS = 10;

type Asked = {
  exportId: string;
  ticketIds: string[] | null;
  language: PageLanguage;
  companyId: string;
  actor: Actor;
  /** The position of the event that asks for it. */
  position: bigint;
};
type Tools = Pick<Deps, 'pool' | 'store' | 'keys' | 'vault' | 'parcels' | 'turns' | 'referenceData' | 'clock' | 'log'>;

/** Makes exports, as bulk work. One that was cut off is made again from its beginning, as another attempt: nothing of it was handed out. */
export const createExportJob = (tools: Tools, rows: ExportRows, heads: ReturnType<typeof auditHeads>) => {
  const { pool, store, turns, referenceData, clock, log } = tools;
  const never = new AbortController().signal;

  const aboutOf = async ({ exportId, ticketIds, language, companyId, actor }: Asked, attempt: number) => {
    const [company, users] = await Promise.all([referenceData.company(companyId), referenceData.users(companyId)]);
    const nameOf = ({ kind, id }: { kind?: string; id?: string }): string | null =>
      kind === 'user' && id !== undefined ? (users.get(id)?.name ?? null) : null;
    return {
      exportId,
      attempt,
      ticketIds,
      language,
      company: { id: companyId, name: company?.name ?? '' },
      user: { id: actor.id, name: nameOf(actor) ?? actor.id },
      zone: company?.timeZone ?? 'America/Sao_Paulo',
      nameOf,
    };
  };

  const make = async (asked: Asked, attempt: number): Promise<{ parcel: string; size: number }> => {
    const { exportId, companyId, ticketIds } = asked;
    const signed = await heads.current(companyId);
    const tree = treeOf(pool, companyId);
    const made = packaging({ ...tools, heads }, await aboutOf(asked, attempt), signed);
    let done = 0;
    let events = signed.size;
    const inPieces = async (chosen: readonly Chosen[]): Promise<void> => {
      for (let at = 0; at < chosen.length; at += PIECE) {
        const piece = chosen.slice(at, at + PIECE);
        await turns.run('bulk', companyId, () => made.add(piece));
        done += piece.length;
        await rows.progress(exportId, done, events);
      }
    };
    try {
      let streams: Stretch[] | null = null;
      const source = { store, companyId, size: signed.size };
      if (ticketIds === null) await ofCompany(source, inPieces, never);
      else {
        const found = await turns.run('bulk', companyId, () => ofTickets(source, tree, ticketIds));
        events = found.events.length;
        await inPieces(found.events);
        streams = found.streams;
      }
      return await turns.run('bulk', companyId, () => made.finish(tree, streams, clock()));
    } finally {
      await made.clean();
    }
  };

  return async (asked: Asked): Promise<void> => {
    const { exportId, companyId, ticketIds, actor, position } = asked;
    await rows.begin({ exportId, companyId, userId: actor.id, ticketIds });
    if ((await rows.find(companyId, exportId))?.status !== 'waiting') return;
    for (let looks = 0; (await grownTo(pool)) < position; looks += 1) {
      // Its turn comes again: the log may grow in another process, or this one is about to end.
      if (looks === LOOKS) throw new Error('The log has not grown to an export yet.');
      await pause(LOOK_MS, never);
    }
    const attempt = await rows.attempt(exportId);
    if (attempt === null) return;
    if (attempt > MOST_ATTEMPTS) {
      log.error({ exportId, companyId }, 'an export was given up');
      await rows.end(exportId, attempt, null);
      return;
    }
    try {
      await rows.end(exportId, attempt, await make(asked, attempt));
    } catch (error) {
      if (!(error instanceof Unexportable) && !(error instanceof Refused && error.code === 'ERR_LOG_DIFFERS')) throw error;
      await rows.end(exportId, attempt, null);
    }
  };
};
