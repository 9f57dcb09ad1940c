import { beforeEach } from '@jest/globals';
import type { CampaignReport, CampaignView, ConnectionView, ContactListView, MessageTemplate, Shipping } from '@prosa/contracts';
import { feature as lists } from '../../contacts/contact-lists/contact-lists.later.ts';
import { company, enterScreen } from '../../desk/tickets/screen.fixture.tsx';
import { feature as queues } from '../../flows/queues/queues.feature.ts';
import { at, idOf } from '../../testing/records.ts';
import { aConnection } from '../connections/connections.fixture.ts';
import { feature as connectionsFeature } from '../connections/connections.later.ts';
import './campaigns.screen.tsx'; // loaded before the first test
import './report/report.screen.tsx';
import './settings/settings.screen.tsx';
import { feature as campaigns } from './campaigns.later.ts';

export const list: ContactListView = {
  id: idOf(12, 1),
  companyId: idOf(1, 2),
  name: 'Clientes ativos',
  contactsCount: 1_120,
  createdAt: at(0),
  updatedAt: at(0),
};
export const phone: ConnectionView = aConnection(1, 'CONNECTED', { name: 'Loja Centro' });
export const cloud: ConnectionView = aConnection(2, 'CONNECTED', { name: 'Nuvem', provider: 'cloud' });
export const page: ConnectionView = aConnection(3, 'CONNECTED', { name: 'Página', channel: 'facebook', provider: 'graph' });

const first = [idOf(14, 1), 'Ana Clara', '5511987654321'] as const;
/** A contact of the list that is not the first. */
const other = {
  ...{ id: idOf(14, 2), companyId: idOf(1, 2), contactListId: list.id, name: 'Bia Prado', number: '5511912345678' },
  ...{ email: null, isWhatsappValid: null, contactId: null, optedOutAt: null, createdAt: at(0), updatedAt: at(0) },
};

const empty = { message1: '', message2: '', message3: '', message4: '', message5: '' };
const unasked = {
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
};

/** A campaign for tests; `n` makes its id. */
export const aCampaign = (n: number, more: Partial<CampaignView> = {}): CampaignView => ({
  id: idOf(11, n),
  companyId: idOf(1, 2),
  name: `Campanha ${n}`,
  ...empty,
  message1: 'Oi, {nome}!',
  ...unasked,
  confirmation: false,
  scheduledAt: null,
  whatsappId: phone.id,
  whatsapp: { id: phone.id, name: phone.name },
  contactListId: list.id,
  contactList: { id: list.id, name: list.name },
  queueId: null,
  withinHours: false,
  template: null,
  status: 'INATIVA',
  completedAt: null,
  pauseReason: null,
  pausedUntil: null,
  validContacts: 0,
  delivered: 0,
  mediaPath: null,
  mediaName: null,
  createdAt: at(n),
  updatedAt: at(n),
  ...more,
});

/** A recipient that was sent to. */
export const aShipping = (n: number, more: Partial<Shipping> = {}): Shipping => ({
  id: idOf(13, n),
  contactId: idOf(4, n),
  name: `Cliente ${n}`,
  number: '5511987654321',
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  answeredAt: null,
  state: null,
  failure: null,
  ticketId: null,
  at: at(n),
  ...more,
});

export const aReport = (id: string, more: Partial<CampaignReport> = {}): CampaignReport => ({
  id,
  validContacts: 4,
  skipped: [],
  confirmationsRequested: 0,
  confirmations: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  answered: 0,
  failed: [],
  unsure: 0,
  optedOut: 0,
  ...more,
});

/** The records that the server answers with. */
export const known = {
  campaigns: [] as CampaignView[],
  report: aReport(''),
  shipping: [] as Shipping[],
  templates: [] as MessageTemplate[],
  settings: {
    messageInterval: 120,
    longerIntervalAfter: 60,
    greaterInterval: 180,
    variables: [] as { key: string; value: string }[],
  },
};

const headers = { 'prosa-position': '100' };
const ok = (body: unknown) => ({ body, headers });
const PAGE = 20;

/** Sets up a company with campaigns behind a real HTTP server; after `withCompany`. */
export const withCampaigns = (): void => {
  beforeEach(() => {
    for (const name of ['cshow', 'campaignsEnabled']) localStorage.setItem(name, 'true');
    company.me = { ...company.me, company: { ...company.me.company, settings: [{ key: 'campaignsEnabled', value: 'true' }] } };
    Object.assign(known, {
      campaigns: [],
      shipping: [],
      templates: [],
      settings: { messageInterval: 120, longerIntervalAfter: 60, greaterInterval: 180, variables: [] },
    });
    company.answer = ({ call, query, body }) => {
      const [, act, id = '', part] = /^(\w+) \/campaigns\/([^/]+)(?:\/(\w+))?/.exec(call) ?? [];
      const campaign = known.campaigns.find((one) => one.id === id);
      if (call === 'GET /campaigns/')
        return ok({ records: known.campaigns.toReversed(), count: known.campaigns.length, hasMore: false });
      if (call === 'GET /campaigns/preview') {
        const [itemId, name, number] = query.get('itemId') === other.id ? [other.id, other.name, other.number] : first;
        const values = { nome: name, primeiroNome: name.split(' ')[0], email: '', numero: number, loja: 'Casa Ipê' };
        return ok({ recipient: { itemId, name, number }, values });
      }
      if (call === 'GET /contact-list-items' && query.get('contactListId') === list.id)
        return ok({ contacts: query.get('searchParam') === 'bia' ? [other] : [], count: 1, hasMore: false, cursor: null });
      if (call === 'GET /contact-lists/list') return ok({ records: [list], count: 1, hasMore: false });
      if (call === 'GET /whatsapp') return ok([phone, cloud, page]);
      if (/^POST \/whatsapp\/.+\/templates$/.test(call)) return ok({ templates: known.templates, next: null });
      if (call === 'GET /campaign-settings') return ok(known.settings);
      if (call === 'POST /campaign-settings') return ok((body as { settings: object }).settings);
      if (act === 'GET' && campaign && part === 'report') return ok({ ...known.report, id });
      if (act === 'GET' && campaign && part === 'shipping') {
        const from = Number(query.get('cursor') ?? 0);
        const shipping = known.shipping.slice(from, from + PAGE);
        const cursor = from + PAGE < known.shipping.length ? `${from + PAGE}` : null;
        return ok({ shipping, cursor, hasMore: cursor !== null });
      }
      if (act === 'GET' && campaign) return ok({ ...campaign, shipping: known.shipping.slice(0, PAGE) });
      return undefined;
    };
  });
};

/** The screens of campaigns at an address. */
export const enterCampaigns = (address: string) => enterScreen(address, campaigns, lists, connectionsFeature, queues);
