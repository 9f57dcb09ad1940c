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

/** Makes exports, as bulk work. One that was cut off is made again from its beginning: nothing of it was handed out. */
export const createExportJob = (tools: Tools, rows: ExportRows, heads: ReturnType<typeof auditHeads>) => {
  const { pool, store, turns, referenceData, clock } = tools;
  const never = new AbortController().signal;

  const aboutOf = async ({ exportId, ticketIds, language, companyId, actor }: Asked) => {
    const [company, users] = await Promise.all([referenceData.company(companyId), referenceData.users(companyId)]);
    const nameOf = ({ kind, id }: { kind?: string; id?: string }): string | null =>
      kind === 'user' && id !== undefined ? (users.get(id)?.name ?? null) : null;
    return {
      exportId,
      ticketIds,
      language,
      company: { id: companyId, name: company?.name ?? '' },
      user: { id: actor.id, name: nameOf(actor) ?? actor.id },
      zone: company?.timeZone ?? 'America/Sao_Paulo',
      nameOf,
    };
  };

  const make = async (asked: Asked): Promise<{ parcel: string; size: number }> => {
    const { companyId, ticketIds } = asked;
    const signed = await heads.current(companyId);
    const tree = treeOf(pool, companyId);
    const made = packaging({ ...tools, heads }, await aboutOf(asked), signed);
    const inPieces = async (chosen: readonly Chosen[]): Promise<void> => {
      for (let at = 0; at < chosen.length; at += PIECE)
        await turns.run('bulk', companyId, () => made.add(chosen.slice(at, at + PIECE)));
    };
    try {
      let streams: Stretch[] | null = null;
      const source = { store, companyId, size: signed.size };
      if (ticketIds === null) await ofCompany(source, inPieces, never);
      else {
        const found = await turns.run('bulk', companyId, () => ofTickets(source, tree, ticketIds));
        await inPieces(found.events);
        streams = found.streams;
      }
      return await turns.run('bulk', companyId, () => made.finish(tree, streams, clock()));
    } finally {
      await made.clean();
    }
  };

  return async (asked: Asked): Promise<void> => {
    const { exportId, companyId, position } = asked;
    await rows.begin(companyId, exportId);
    if ((await rows.find(companyId, exportId))?.status !== 'waiting') return;
    for (let looks = 0; (await grownTo(pool)) < position; looks += 1) {
      // Its turn comes again: the log may grow in another process, or this one is about to end.
      if (looks === LOOKS) throw new Error('The log has not grown to an export yet.');
      await pause(LOOK_MS, never);
    }
    try {
      await rows.end(exportId, 'ready', await make(asked));
    } catch (error) {
      if (!(error instanceof Unexportable) && !(error instanceof Refused && error.code === 'ERR_LOG_DIFFERS')) throw error;
      await rows.end(exportId, 'failed', null);
    }
  };
};
