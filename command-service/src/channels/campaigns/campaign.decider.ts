import {
  type Abilities,
  type CampaignFact,
  type CampaignFields,
  type CampaignStatus,
  confirmationSlots,
  campaigns as definition,
  isBlank,
  isCampaignEditable,
  messageSlots,
  type PauseReason,
  Refused,
  type Unstored,
} from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import {
  type Held,
  present,
  type RecordCommand,
  type RecordFile,
  type RecordState,
  recordDecider,
} from '../../records/record.decider.ts';

export type Fields = CampaignFields & Partial<RecordFile>;
export type CampaignRecord = Held<Fields>;
/** `abilities`: of the channel of the campaign's connection as it will be; null: it has none. `now`: in milliseconds since 1970. */
export type CampaignFacts = { now: number; abilities: Abilities | null };
export type Pause = { reason: PauseReason; until: string | null };

/** `run`: how often it has gone on. `isFrozen`: its recipients are written. */
export type Progress = {
  phase: 'planned' | 'running' | 'cancelled' | 'finished';
  run: number;
  isStarted: boolean;
  isFrozen: boolean;
  pause: Pause | null;
  completedAt: string | null;
};
export type CampaignState = RecordState<Fields> & { progress: Progress };

export type CampaignCommand =
  | RecordCommand<Fields, CampaignFacts>
  /** The time `dueAt` (in milliseconds since 1970) has come, `lateMs` ago. */
  | { do: 'start'; id: string; dueAt: number; lateMs: number }
  | { do: 'conclude freezing'; id: string; parts: number; recipients: number; valid: number }
  /** Of this run: another may have begun meanwhile. */
  | ({ do: 'pause'; id: string; run: number } & Pause)
  | { do: 'resume'; id: string; run: number }
  | { do: 'cancel'; id: string }
  | { do: 'restart'; id: string; facts: CampaignFacts }
  | { do: 'finish'; id: string; run: number };

export type CampaignEvent = Unstored<CampaignFact>;

const records = recordDecider<Fields, CampaignFacts>(definition, {
  creates: (fields, _, facts) => {
    assertFits(fields, facts);
    if (fields.scheduledAt !== null) assertComplete(fields, facts);
    return fields;
  },
  changes: (changes, record, facts) => {
    const fields = { ...record, ...changes };
    assertFits(fields, facts);
    if (fields.scheduledAt !== null) assertComplete(fields, facts);
    return changes;
  },
});

/** A campaign: planned, then started at its time, paused and cancelled, gone on with, finished when nothing is left. */
export const campaign: Decider<CampaignCommand, CampaignState, CampaignEvent> = {
  initial: () => ({
    ...records.initial(),
    progress: { phase: 'planned', run: 0, isStarted: false, isFrozen: false, pause: null, completedAt: null },
  }),

  decide(command, state) {
    const { id } = command;
    const { progress } = state;
    const { phase, run, pause } = progress;
    const ofRecord = (of: Extract<CampaignCommand, RecordCommand<Fields, CampaignFacts>>) =>
      records.decide(of, state) as CampaignEvent[];
    if (command.do === 'create') return ofRecord(command);
    const record = present(state.records, id);
    if (!record) throw new Refused('ERR_NO_CAMPAIGN_FOUND');
    switch (command.do) {
      case 'change':
      case 'set file': {
        const events = ofRecord(command);
        // What has been sent goes on naming the file.
        const isOpen = isCampaignEditable(
          { status: statusOf(record, progress), scheduledAt: record.scheduledAt },
          command.facts!.now,
        );
        // A cancelled one goes on to the same contacts, when it is restarted.
        const isOtherList = events.some(({ data }) => 'contactListId' in data) && phase === 'cancelled';
        if (events.length > 0 && (!isOpen || isOtherList || (command.do === 'set file' && progress.isStarted)))
          throw new Refused('ERR_CAMPAIGN_READ_ONLY');
        return events;
      }
      case 'delete':
        if (phase === 'running') throw new Refused('ERR_TRANSITION');
        return progress.isStarted ? [{ type: 'CampaignDeleted', data: { id } }] : ofRecord(command);
      case 'start': {
        const isDue = record.scheduledAt !== null && Date.parse(record.scheduledAt) === command.dueAt;
        return phase === 'planned' && isDue ? [{ type: 'CampaignStarted', data: { id, run, lateMs: command.lateMs } }] : [];
      }
      case 'conclude freezing': {
        const { parts, recipients, valid } = command;
        return progress.isStarted && !progress.isFrozen
          ? [{ type: 'CampaignFrozen', data: { id, parts, recipients, valid } }]
          : [];
      }
      case 'pause': {
        if (phase !== 'running' || command.run !== run) return [];
        // It has paused already, and now it is known until when.
        const isMore = pause?.reason === command.reason && pause.until === null && command.until !== null;
        if (pause && !isMore) return [];
        return [{ type: 'CampaignPaused', data: { id, run, reason: command.reason, until: command.until } }];
      }
      case 'resume':
        return phase === 'running' && pause && command.run === run
          ? [{ type: 'CampaignResumed', data: { id, run: run + 1 } }]
          : [];
      case 'cancel':
        if (phase !== 'running' && statusOf(record, progress) !== 'PROGRAMADA') throw new Refused('ERR_TRANSITION');
        return [{ type: 'CampaignCancelled', data: { id, run } }];
      case 'restart':
        if (phase !== 'cancelled' && !(phase === 'running' && pause)) throw new Refused('ERR_TRANSITION');
        assertFits(record, command.facts);
        assertComplete(record, command.facts);
        return [{ type: 'CampaignRestarted', data: { id, run: run + 1 } }];
      case 'finish':
        return phase === 'running' && progress.isFrozen && !pause && command.run === run
          ? [{ type: 'CampaignFinished', data: { id } }]
          : [];
      default:
        command satisfies never;
        return [];
    }
  },

  evolve(state, event, meta) {
    const { records: after } = records.evolve(state, event, meta);
    return { records: after, progress: progressAfter(state.progress, event, meta.at) };
  },
};

const progressAfter = (before: Progress, { type, data }: CampaignEvent, at: Date): Progress => {
  switch (type) {
    case 'CampaignStarted':
      return { ...before, phase: 'running', run: data.run, isStarted: true };
    case 'CampaignFrozen':
      return { ...before, isFrozen: true };
    case 'CampaignPaused':
      return { ...before, pause: { reason: data.reason, until: data.until } };
    case 'CampaignResumed':
      return { ...before, run: data.run, pause: null };
    case 'CampaignCancelled':
      return { ...before, phase: 'cancelled', pause: null };
    case 'CampaignRestarted':
      return { ...before, phase: 'running', run: data.run, isStarted: true, pause: null };
    case 'CampaignFinished':
      return { ...before, phase: 'finished', completedAt: at.toISOString() };
    default:
      return before;
  }
};

const statuses = { running: 'EM_ANDAMENTO', cancelled: 'CANCELADA', finished: 'FINALIZADA' } as const;
/** The status that a campaign shows. */
export const statusOf = ({ scheduledAt }: Pick<Fields, 'scheduledAt'>, { phase }: Pick<Progress, 'phase'>): CampaignStatus =>
  phase === 'planned' ? (scheduledAt === null ? 'INATIVA' : 'PROGRAMADA') : statuses[phase];

/** Throws Refused if the channel lets nobody begin, or does not take templates. */
const assertFits = ({ template }: Fields, { abilities }: CampaignFacts): void => {
  if (!abilities) return;
  if (abilities.begins === 'never' || (template && abilities.sends.template !== 'as-is')) throw new Refused('ERR_CHANNEL_CANNOT');
};

/** Throws Refused, by field, for what is missing before it can be sent. */
const assertComplete = (fields: Fields, { abilities }: CampaignFacts): void => {
  const missing: string[] = [];
  if (fields.whatsappId === null) missing.push('whatsappId');
  if (fields.contactListId === null) missing.push('contactListId');
  const isByTemplate = abilities?.begins === 'by-template';
  if (isByTemplate && !fields.template) missing.push('template');
  const hasMessage = messageSlots.some((slot) => !isBlank(fields[slot])) || (fields.mediaId ?? null) !== null;
  if (!hasMessage && (!fields.template || fields.confirmation)) missing.push('message1');
  const asks = fields.template !== null || confirmationSlots.some((slot) => !isBlank(fields[slot]));
  if (fields.confirmation && !asks) missing.push('confirmationMessage1');
  if (missing.length > 0)
    throw new Refused('ERR_VALIDATION', { fields: Object.fromEntries(missing.map((field) => [field, 'Required'])) });
};
