import { abilitiesOf, campaignFields, newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type CampaignCommand, type CampaignEvent, type CampaignFacts, campaign, type Fields } from './campaign.decider.ts';

const id = newId();
const HOUR = 3_600_000;
const now = Date.UTC(2026, 2, 1, 12);
const at = (hours: number): string => new Date(now + hours * HOUR).toISOString();
const facts: CampaignFacts = { now, abilities: abilitiesOf('simulator') };
const cloud: CampaignFacts = { now, abilities: abilitiesOf('whatsapp', 'cloud') };
const fields = (more: Partial<Fields> = {}): Fields => campaignFields.parse({ name: 'Aviso', ...more });
const whole = { message1: 'Oi', whatsappId: newId(), contactListId: newId() };
const created = (more: Partial<Fields> = {}): CampaignEvent => ({
  type: 'CampaignCreated',
  data: { ...fields({ ...whole, scheduledAt: at(2), ...more }), id, mediaId: null, mediaName: null },
});
const started = (run = 0): CampaignEvent => ({ type: 'CampaignStarted', data: { id, run, lateMs: 0 } });
const frozen: CampaignEvent = { type: 'CampaignFrozen', data: { id, parts: 1, recipients: 2, valid: 2 } };
const cancelled: CampaignEvent = { type: 'CampaignCancelled', data: { id, run: 0 } };
const paused: CampaignEvent = { type: 'CampaignPaused', data: { id, run: 0, reason: 'refused', until: at(1) } };
const finished: CampaignEvent = { type: 'CampaignFinished', data: { id } };
const change = (changes: Partial<Fields>, when = now): CampaignCommand => ({
  do: 'change',
  id,
  changes,
  facts: { ...facts, now: when },
});
const template = { name: 'aviso', language: 'pt_BR', values: [] };

describe('what it needs before it has a time', () => {
  const creating = (more: Partial<Fields>, by = facts) =>
    given(campaign, []).when({ do: 'create', id, fields: fields({ scheduledAt: at(2), ...more }), facts: by });
  test.each<[string, Partial<Fields>, CampaignFacts]>([
    ['a connection, a list and a message', {}, facts],
    ['a request for confirmation, if it asks for one', { ...whole, confirmation: true }, facts],
    ['a message that shows something', { ...whole, message1: '\u200b', message2: ' \u2800' }, facts],
    ['a template, where the channel begins with one', whole, cloud],
    [
      'a message besides the template, if that asks for confirmation',
      { ...whole, message1: '', template, confirmation: true },
      cloud,
    ],
  ])('%s', (_, more, by) => creating(more, by).refuses('ERR_VALIDATION'));
  test.each<[string, Partial<Fields>, CampaignFacts]>([
    ['any of the messages does', { ...whole, message1: '', message4: 'Oi' }, facts],
    ['any request does', { ...whole, confirmation: true, confirmationMessage3: 'Posso?' }, facts],
    ['a template is a message', { ...whole, message1: '', template }, cloud],
    ['without a time it needs nothing', { scheduledAt: null }, facts],
  ])('%s', (_, more, by) =>
    creating(more, by).gives([{ type: 'CampaignCreated', data: { ...fields({ scheduledAt: at(2), ...more }), id } as never }]),
  );
  test('a channel that lets nobody begin, or that takes no template, is refused', () => {
    creating(whole, { now, abilities: abilitiesOf('facebook') }).refuses('ERR_CHANNEL_CANNOT');
    creating({ ...whole, template }).refuses('ERR_CHANNEL_CANNOT');
  });
});

describe('until when it can be changed', () => {
  const changes = { message1: 'Olá' };
  const gives = [{ type: 'CampaignChanged' as const, data: { ...changes, id } }];
  test('more than an hour ahead', () => given(campaign, [created()]).when(change(changes)).gives(gives));
  test('not an hour ahead, nor once it runs or is over', () => {
    given(campaign, [created()])
      .when(change(changes, now + HOUR))
      .refuses('ERR_CAMPAIGN_READ_ONLY');
    given(campaign, [created(), started()]).when(change(changes)).refuses('ERR_CAMPAIGN_READ_ONLY');
    given(campaign, [created(), started(), frozen, finished]).when(change(changes)).refuses('ERR_CAMPAIGN_READ_ONLY');
  });
  test('what changes nothing is never refused', () =>
    given(campaign, [created(), started()])
      .when(change({ message1: 'Oi' }))
      .gives([]));
  test('a cancelled one is saved, but its file stays once something was sent', () => {
    given(campaign, [created(), started(), cancelled]).when(change(changes)).gives(gives);
    given(campaign, [created(), started(), cancelled])
      .when({ do: 'set file', id, mediaId: newId(), mediaName: 'a.jpg', facts })
      .refuses('ERR_CAMPAIGN_READ_ONLY');
  });
  test('a cancelled one keeps its list, also if it was cancelled before its time', () => {
    for (const before of [
      [created(), started(), cancelled],
      [created(), cancelled],
    ]) {
      given(campaign, before)
        .when(change({ contactListId: newId() }))
        .refuses('ERR_CAMPAIGN_READ_ONLY');
      given(campaign, before)
        .when(change({ ...changes, contactListId: whole.contactListId }))
        .gives(gives);
    }
  });
  test('one that runs is not deleted; one that has run is, and what was sent goes on naming its file', () => {
    given(campaign, [created(), started()]).when({ do: 'delete', id }).refuses('ERR_TRANSITION');
    const filed: CampaignEvent = { type: 'CampaignFiled', data: { id, mediaId: newId(), mediaName: 'a.jpg', replaces: null } };
    given(campaign, [created(), filed, started(), frozen, finished])
      .when({ do: 'delete', id })
      .gives([{ type: 'CampaignDeleted', data: { id } }]);
  });
});

describe('how it runs', () => {
  const due = { do: 'start', id, dueAt: Date.parse(at(2)), lateMs: 5 } as const;
  test('it starts at its own time alone, once', () => {
    given(campaign, [created()])
      .when(due)
      .gives([{ type: 'CampaignStarted', data: { id, run: 0, lateMs: 5 } }]);
    given(campaign, [created({ scheduledAt: at(3) })])
      .when(due)
      .gives([]);
    given(campaign, [created(), started()]).when(due).gives([]);
    given(campaign, [created(), cancelled]).when(due).gives([]);
  });
  test('it is frozen once, also if it was cancelled meanwhile', () => {
    const freeze = { do: 'conclude freezing', id, parts: 1, recipients: 2, valid: 2 } as const;
    given(campaign, [created(), started(), cancelled]).when(freeze).gives([frozen]);
    given(campaign, [created(), started(), frozen]).when(freeze).gives([]);
  });
  test('each time that it goes on is a run of its own', () => {
    given(campaign, [created(), started(), cancelled])
      .when({ do: 'restart', id, facts })
      .gives([{ type: 'CampaignRestarted', data: { id, run: 1 } }]);
    given(campaign, [created(), started(), paused])
      .when({ do: 'resume', id, run: 0 })
      .gives([{ type: 'CampaignResumed', data: { id, run: 1 } }]);
    given(campaign, [created(), started(), paused])
      .when({ do: 'restart', id, facts })
      .gives([{ type: 'CampaignRestarted', data: { id, run: 1 } }]);
  });
  test('what was decided for an earlier run does nothing', () => {
    const again: CampaignEvent[] = [created(), started(), cancelled, { type: 'CampaignRestarted', data: { id, run: 1 } }, frozen];
    given(campaign, again).when({ do: 'pause', id, run: 0, reason: 'refused', until: null }).gives([]);
    given(campaign, again).when({ do: 'finish', id, run: 0 }).gives([]);
    given(campaign, again).when({ do: 'finish', id, run: 1 }).gives([finished]);
  });
  test('it is not finished while it pauses, or before its recipients are known', () => {
    given(campaign, [created(), started(), frozen, paused]).when({ do: 'finish', id, run: 0 }).gives([]);
    given(campaign, [created(), started()]).when({ do: 'finish', id, run: 0 }).gives([]);
  });
  test('a pause is told again when it turns out until when, once, and not for another reason', () => {
    const endless: CampaignEvent = { type: 'CampaignPaused', data: { id, run: 0, reason: 'restricted', until: null } };
    const known: CampaignEvent = { type: 'CampaignPaused', data: { id, run: 0, reason: 'restricted', until: at(5) } };
    const pause = { do: 'pause', id, run: 0, reason: 'restricted', until: at(5) } as const;
    given(campaign, [created(), started(), endless]).when(pause).gives([known]);
    given(campaign, [created(), started(), endless, known])
      .when({ ...pause, until: at(6) })
      .gives([]);
    given(campaign, [created(), started(), endless])
      .when({ ...pause, reason: 'slow-down' })
      .gives([]);
  });
  test('other transitions are refused', () => {
    given(campaign, [created({ scheduledAt: null })])
      .when({ do: 'cancel', id })
      .refuses('ERR_TRANSITION');
    given(campaign, [created(), started(), frozen, finished]).when({ do: 'cancel', id }).refuses('ERR_TRANSITION');
    given(campaign, [created(), started()]).when({ do: 'restart', id, facts }).refuses('ERR_TRANSITION');
    given(campaign, [created(), started(), frozen, finished]).when({ do: 'restart', id, facts }).refuses('ERR_TRANSITION');
    given(campaign, []).when({ do: 'cancel', id }).refuses('ERR_NO_CAMPAIGN_FOUND');
  });
  test('one that was cancelled before its time can be sent after all', () =>
    given(campaign, [created(), cancelled])
      .when({ do: 'restart', id, facts })
      .gives([{ type: 'CampaignRestarted', data: { id, run: 1 } }]));
});
