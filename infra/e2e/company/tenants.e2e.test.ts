import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRoutes, childId, grants, newId, type Permission, type TicketOwn } from '@prosa/contracts';
import { accessTokens } from '@prosa/infra/runtime';
import { importFile } from '../../testing/import-file.ts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { type Call, type Customer, call, messagesOf, openTicket, START, settled, signIn, type User } from '../people.fixture.ts';
import { type Listener, listen } from '../screen.fixture.ts';
import { everything } from '../snapshot.fixture.ts';

let product: Product;
let admin: User;
let ana: User;
let bruno: User;
let outra: User;
let who: Customer;
let ticket: TicketOwn;
let ids: Record<
  | 'inbound'
  | 'outbound'
  | 'queue'
  | 'option'
  | 'sector'
  | 'tag'
  | 'quickMessage'
  | 'macro'
  | 'savedView'
  | 'note'
  | 'connection'
  | 'contact'
  | 'chat'
  | 'importId'
  | 'apiKey'
  | 'schedule'
  | 'list'
  | 'listItem'
  | 'campaign'
  | 'contactField'
  | 'socialMedia',
  string
>;
beforeAll(async () => {
  product = await startProductOnSharedPostgres();
  [admin, ana, bruno, outra] = (await Promise.all(
    ['admin', 'ana', 'bruno', 'outra'].map((local) => signIn(product.url, `${local}@prosa.demo`)),
  )) as [User, User, User, User];
  ({ who, ticket } = await openTicket(product, ana, 'Iracema Tupinambá'));
  const sent = await ana.call<{ id: string }>(`POST /messages/${ticket.id}`, { body: 'Segredo da casa' });
  const inbound = (await messagesOf(ana, ticket.id, sent.position)).find(({ fromMe }) => !fromMe)!;
  await settled(ana, ticket.id);
  const { tags } = (await admin.call<{ tags: { id: string }[] }>('GET /tags/list')).body;
  const shared = { shortcode: 'segredo', message: 'Segredo da casa', userId: null };
  const quick = await ana.call<{ id: string }>('POST /quick-messages', shared);
  const secretActs = [{ do: 'message', text: 'Segredo da casa' }];
  const macro = await ana.call<{ id: string }>('POST /macros', {
    name: 'Segredo da casa',
    shortcode: 'segredo-da-casa',
    userId: null,
    acts: secretActs,
  });
  const savedView = await admin.call<{ id: string }>('POST /saved-views', {
    name: 'Segredo da casa',
    userId: null,
    states: ['open'],
  });
  const sector = await admin.call<{ id: string }>('POST /sectors/cadastro', { name: 'Segredo da casa' });
  const note = await ana.call<{ id: string }>('POST /ticket-notes', { note: 'Segredo da casa', ticketId: ticket.id });
  const schedule = await ana.call<{ id: string }>('POST /schedules', {
    contactId: ticket.contactId,
    body: 'Segredo da casa',
    sendAt: '2031-01-01T12:00:00.000Z',
  });
  const option = await admin.call<{ id: string }>('POST /queue-options', { queueId: ana.queueIds[0]!, title: 'Segredo da casa' });
  const chat = await ana.call<{ id: string }>('POST /chats', { title: 'Segredo da casa', users: [] });
  await ana.call(`POST /chats/${chat.body.id}/messages`, { message: 'Segredo da casa' });
  const secret = { name: 'segredo.csv', bytes: 'Nome;Número\nSegredo da casa;5511970009999' };
  const { id: importId } = await importFile(product.url, ana.token, secret, { preview: true });
  const apiKey = await admin.call<{ id: string }>('POST /api-keys', { name: 'Segredo da casa', scopes: ['read'] });
  const list = await admin.call<{ id: string }>('POST /contact-lists', { name: 'Segredo da casa' });
  const person = { name: 'Segredo da casa', number: '5511970009998', email: '', contactListId: list.body.id };
  const listItem = await admin.call<{ id: string }>('POST /contact-list-items', person);
  const source = { name: 'Segredo da casa', message: 'Segredo da casa' };
  const contactField = await admin.call<{ id: string }>('POST /contact-fields', { name: 'Segredo da casa' });
  const socialMedia = await admin.call<{ id: string }>('POST /social-medias', source);
  const campaign = await admin.call<{ id: string }>('POST /campaigns', { name: 'Segredo da casa', contactListId: list.body.id });
  await admin.call('POST /kanban', { contactId: ticket.contactId });
  await admin.call(`PUT /kanban/${ticket.contactId}`, { description: 'Segredo da casa', budgetedValue: 1234.56 });
  ids = {
    importId,
    list: list.body.id,
    listItem: listItem.body.id,
    campaign: campaign.body.id,
    contactField: contactField.body.id,
    socialMedia: socialMedia.body.id,
    apiKey: apiKey.body.id,
    schedule: schedule.body.id,
    inbound: inbound.id,
    outbound: sent.body.id,
    queue: ana.queueIds[0]!,
    option: option.body.id,
    sector: sector.body.id,
    tag: tags[0]!.id,
    quickMessage: quick.body.id,
    macro: macro.body.id,
    savedView: savedView.body.id,
    note: note.body.id,
    connection: product.demo.connection.id,
    contact: ticket.contactId,
    chat: chat.body.id,
  };
}, START);
afterAll(() => product?.stop(), START);

/** `answers`: the expected answer where it repeats a requested id. */
type Attempt = { path: string; body?: object; status: number; answers?: object };

/** The calls that ask only for a ticket: to others none of ours exists. */
const ofTicket = (): Record<string, Attempt> =>
  Object.fromEntries(
    allRoutes
      .filter(({ call, body, upload }) => /^[^:]*\/:ticketId(?:\/[^:]*)?$/.test(call) && !body && !upload)
      .map(({ call }) => [call, { path: call.split(' ')[1]!.replace(':ticketId', ticket.id), status: 404 }]),
  );

/** Each call of the contract with our ids, as a user of another company would make it, and the expected answer. */
const attempts = (): Record<string, Attempt> => ({
  ...ofTicket(),
  'PUT /companies/:id': { path: `/companies/${ana.companyId}`, body: { name: 'Tomada' }, status: 403 },
  'GET /companies/': { path: '/companies', status: 403 },
  'GET /companies/list': { path: '/companies/list', status: 403 },
  'POST /companies': { path: '/companies', body: { name: 'Intrusa', email: 'intruso@prosa.demo' }, status: 403 },
  'POST /companies/:id/renew': {
    path: `/companies/${ana.companyId}/renew`,
    body: { dueDate: '2031-01-01T00:00:00.000Z' },
    status: 403,
  },
  'DELETE /companies/:id': { path: `/companies/${ana.companyId}`, status: 403 },
  'POST /companies/:id/restore': { path: `/companies/${ana.companyId}/restore`, status: 403 },
  'GET /companies/:id': { path: `/companies/${ana.companyId}`, status: 404 },
  'GET /companies/:companyId/history': { path: `/companies/${ana.companyId}/history`, status: 404 },
  'PUT /companies/:id/schedules': { path: `/companies/${ana.companyId}/schedules`, body: { schedules: [] }, status: 404 },
  'GET /settings': { path: '/settings', status: 200 },
  'GET /settings/history': { path: '/settings/history', status: 200 },
  'GET /settings/:key': { path: '/settings/VerFilaCinza', status: 200 },
  'PUT /settings/:key': { path: '/settings/VerFilaCinza', body: { value: 'enabled' }, status: 200 },
  'GET /users/:userId/history': { path: `/users/${ana.id}/history`, status: 404 },
  'GET /users/': { path: '/users/?searchParam=ana', status: 200 },
  'GET /users/list': { path: '/users/list', status: 200 },
  'GET /users/two-step': { path: '/users/two-step', status: 200 },
  'PUT /users/me/availability': { path: '/users/me/availability', body: { availability: 'busy' }, status: 200 },
  'GET /users/:id': { path: `/users/${ana.id}`, status: 404 },
  'POST /users': {
    path: '/users',
    body: { name: 'Intruso', email: 'intruso@prosa.demo', password: 'segredo1', queueIds: [ids.queue] },
    status: 404,
  },
  'PUT /users/:id': { path: `/users/${ana.id}`, body: { name: 'Tomada', password: 'tomada1' }, status: 404 },
  'DELETE /users/:id/two-step': {
    path: `/users/${ana.id}/two-step`,
    body: { currentPassword: 'prosa-demo' },
    status: 404,
  },
  'DELETE /users/:id': { path: `/users/${ana.id}`, status: 404 },
  'POST /users/invite': {
    path: '/users/invite',
    body: { name: 'Intruso', email: 'intruso@prosa.demo', queueIds: [ids.queue] },
    status: 404,
  },
  'POST /users/:id/invite': { path: `/users/${ana.id}/invite`, status: 404 },
  'POST /users/:id/invite/link': { path: `/users/${ana.id}/invite/link`, status: 404 },
  'GET /dashboard': { path: '/dashboard?days=90', status: 200 },
  'GET /dashboard/steps': { path: '/dashboard/steps', status: 200 },
  'GET /tickets_by_period': { path: '/tickets_by_period?dateFrom=2020-01-01', status: 200 },
  'GET /attendanceReport': { path: `/attendanceReport?kind=1&companyId=${ana.companyId}&dateStart=2020-01-01`, status: 200 },
  'GET /attendanceReport/csv': { path: '/attendanceReport/csv?kind=1&dateStart=2020-01-01', status: 200 },
  'GET /reports/byQueue': { path: '/reports/byQueue?dateStart=2020-01-01', status: 200 },
  'GET /reports/byQueue/csv': { path: '/reports/byQueue/csv?dateStart=2020-01-01', status: 200 },
  'GET /reports/byUser/csv': { path: '/reports/byUser/csv?dateStart=2020-01-01', status: 200 },
  'GET /reports/byUser': { path: '/reports/byUser?dateStart=2020-01-01', status: 200 },
  'POST /auth/login': { path: '/auth/login', body: { email: 'ana@prosa.demo', password: 'outra-senha' }, status: 401 },
  'POST /auth/refresh_token': { path: '/auth/refresh_token', status: 401 },
  'POST /auth/forgot': { path: '/auth/forgot', body: { email: ana.email }, status: 204 },
  'POST /auth/link': { path: '/auth/link', body: { token: ana.id }, status: 400 },
  'POST /auth/reset': { path: '/auth/reset', body: { token: ana.id, password: 'tomada1' }, status: 400 },
  'POST /auth/verify': { path: '/auth/verify', body: { token: ana.id }, status: 400 },
  'POST /auth/verify/mail': { path: '/auth/verify/mail', status: 204 },
  'DELETE /auth/logout': { path: '/auth/logout', status: 200 },
  'GET /auth/me': { path: '/auth/me', status: 200 },
  'GET /auth/sign-ins': { path: '/auth/sign-ins', status: 200 },
  'PUT /auth/picture': { path: '/auth/picture', status: 400 },
  'DELETE /auth/picture': { path: '/auth/picture', status: 200 },
  'GET /auth/two-step': { path: '/auth/two-step', status: 200 },
  'POST /auth/two-step': { path: '/auth/two-step', body: { currentPassword: 'outra-senha' }, status: 400 },
  'PUT /auth/two-step': { path: '/auth/two-step', body: { code: '000000' }, status: 409 },
  'POST /auth/two-step/recovery-codes': {
    path: '/auth/two-step/recovery-codes',
    body: { currentPassword: 'outra-senha', code: '000000' },
    status: 409,
  },
  'POST /auth/two-step/off': {
    path: '/auth/two-step/off',
    body: { currentPassword: 'outra-senha', code: '000000' },
    status: 409,
  },
  'GET /queue': { path: `/queue?companyId=${ana.companyId}`, status: 200 },
  'GET /queue/:id': { path: `/queue/${ids.queue}`, status: 404 },
  'GET /queue/:id/attendants': { path: `/queue/${ids.queue}/attendants`, status: 404 },
  'GET /queues/:queueId/history': { path: `/queues/${ids.queue}/history`, status: 404 },
  'POST /queue': { path: '/queue', body: { name: 'Própria', color: '#111111' }, status: 201 },
  'PUT /queue/:id': { path: `/queue/${ids.queue}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /queue/:id': { path: `/queue/${ids.queue}`, status: 404 },
  'GET /queue-options': { path: `/queue-options?queueId=${ids.queue}`, status: 404 },
  'POST /queue-options': { path: '/queue-options', body: { queueId: ids.queue, title: 'Intrusa' }, status: 404 },
  'PUT /queue-options/:id': { path: `/queue-options/${ids.option}`, body: { title: 'Tomada' }, status: 404 },
  'PUT /queue-options/deleteMedia/:id': { path: `/queue-options/deleteMedia/${ids.option}`, status: 404 },
  'DELETE /queue-options/:id': { path: `/queue-options/${ids.option}`, status: 404 },
  'GET /whatsapp': { path: `/whatsapp?companyId=${ana.companyId}`, status: 200 },
  'GET /whatsapp/:id': { path: `/whatsapp/${ids.connection}`, status: 404 },
  'POST /whatsapp': { path: '/whatsapp', body: { name: 'Própria', queueIds: [ids.queue] }, status: 404 },
  'PUT /whatsapp/:id': { path: `/whatsapp/${ids.connection}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /whatsapp/:id': { path: `/whatsapp/${ids.connection}`, status: 404 },
  'POST /sample-customer': { path: '/sample-customer', body: { language: 'es' }, status: 201 },
  'DELETE /sample-customer': { path: '/sample-customer', status: 200 },
  'POST /facebook': {
    path: '/facebook',
    body: { facebookUserId: '1', facebookUserToken: '', kind: 'facebook' },
    status: 400,
  },
  'POST /facebook/dialog': { path: '/facebook/dialog', body: { kind: 'facebook' }, status: 200 },
  'POST /facebook/sign-in': {
    path: '/facebook/sign-in',
    body: { code: 'AQ', state: 'made up', kind: 'facebook' },
    status: 409,
  },
  'POST /whatsapp/:id/templates': { path: `/whatsapp/${ids.connection}/templates`, body: {}, status: 404 },
  'POST /whatsappsession/:id': { path: `/whatsappsession/${ids.connection}`, status: 404 },
  'PUT /whatsappsession/:id': { path: `/whatsappsession/${ids.connection}`, status: 404 },
  'DELETE /whatsappsession/:id': { path: `/whatsappsession/${ids.connection}`, status: 404 },
  'GET /contacts': { path: `/contacts?searchParam=${who.number}`, status: 200 },
  'GET /contacts/list': { path: `/contacts/list?companyId=${ana.companyId}&searchParam=${who.number}`, status: 200 },
  'GET /contacts/exportAllContacts': { path: '/contacts/exportAllContacts', status: 200 },
  'GET /contacts/listForwardedContacts': { path: `/contacts/listForwardedContacts?searchParam=${who.number}`, status: 200 },
  'GET /contacts/:id': { path: `/contacts/${ids.contact}`, status: 404 },
  'GET /contacts/:contactId/history': { path: `/contacts/${ids.contact}/history`, status: 404 },
  'POST /contacts': { path: '/contacts', body: { name: 'Mesma pessoa', number: who.number }, status: 201 },
  'PUT /contacts/:id': { path: `/contacts/${ids.contact}`, body: { name: 'Tomada' }, status: 404 },
  'POST /contacts/merge': { path: '/contacts/merge', body: { keepId: ids.contact, mergeId: ana.id }, status: 404 },
  'POST /contacts/import': { path: '/contacts/import', status: 400 },
  'GET /audit/head': { path: '/audit/head', status: 200 },
  'POST /exports': { path: '/exports', body: { ticketIds: [ticket.id] }, status: 404 },
  'GET /exports': { path: `/exports?ticketId=${ticket.id}`, status: 200 },
  'GET /exports/:id': { path: `/exports/${ids.importId}`, status: 404 },
  'GET /imports': { path: '/imports', status: 200 },
  'GET /imports/:id': { path: `/imports/${ids.importId}`, status: 404 },
  'GET /imports/:id/lines': { path: `/imports/${ids.importId}/lines`, status: 404 },
  'GET /imports/:id/report': { path: `/imports/${ids.importId}/report`, status: 404 },
  'POST /imports/:id/cancel': { path: `/imports/${ids.importId}/cancel`, status: 404 },
  'POST /imports/:id/confirm': {
    path: `/imports/${ids.importId}/confirm`,
    body: { columns: { name: 0, number: 1 } },
    status: 404,
  },
  'GET /tickets': { path: `/tickets?queueIds=${ids.queue}&users=${ana.id}&searchParam=${who.number}`, status: 200 },
  'GET /tickets/lastByContact': { path: `/tickets/lastByContact?contactIds=${ids.contact}`, status: 200 },
  'GET /tickets/counts': { path: '/tickets/counts', status: 200 },
  'GET /tickets/total': { path: `/tickets/total?users=${ana.id}`, status: 200 },
  'GET /tickets/waits': { path: '/tickets/waits', status: 200 },
  'POST /tickets': { path: '/tickets', body: { contactId: ids.contact, queueId: outra.queueIds[0] }, status: 404 },
  'PUT /tickets/:ticketId': { path: `/tickets/${ticket.id}`, body: { status: 'closed' }, status: 404 },
  'POST /tickets/bulk': {
    path: '/tickets/bulk',
    body: { ticketIds: [ticket.id], status: 'closed' },
    status: 200,
    answers: { results: [{ id: ticket.id, status: 404, error: 'ERR_NO_TICKET_FOUND' }] },
  },
  'PUT /tickets/:ticketId/snooze': { path: `/tickets/${ticket.id}/snooze`, body: { until: null }, status: 404 },
  'GET /tickets/:ticketId/mentionable': { path: `/tickets/${ticket.id}/mentionable`, status: 404 },
  'PUT /tickets/:ticketId/seen': { path: `/tickets/${ticket.id}/seen`, status: 404 },
  'POST /tickets/:ticketId/undo-transfer': { path: `/tickets/${ticket.id}/undo-transfer`, status: 404 },
  'POST /tickets/:ticketId/undo-closing': { path: `/tickets/${ticket.id}/undo-closing`, status: 404 },
  'POST /tags/sync': { path: '/tags/sync', body: { ticketId: ticket.id, tags: [] }, status: 404 },
  'POST /tickets/:ticketId/read': { path: `/tickets/${ticket.id}/read`, body: { upTo: ids.inbound }, status: 404 },
  'GET /messages/searchByTickets': {
    path: `/messages/searchByTickets?description=Segredo&ticketIds=${ticket.id}`,
    status: 200,
  },
  'GET /messages/:ticketId/search': { path: `/messages/${ticket.id}/search?description=Segredo`, status: 404 },
  'GET /messages/searchByBody': { path: '/messages/searchByBody?description=Segredo', status: 200 },
  'POST /media': { path: `/media?ticketId=${ticket.id}`, status: 400 },
  'POST /messages/:ticketId': { path: `/messages/${ticket.id}`, body: { body: 'De fora' }, status: 404 },
  'POST /messages/:messageId/retry': { path: `/messages/${ids.outbound}/retry`, status: 404 },
  'POST /messages/sendForwardedMessage': {
    path: '/messages/sendForwardedMessage',
    body: { contactIds: [ids.contact], messageId: ids.outbound },
    status: 404,
  },
  'DELETE /messages/:messageId': { path: `/messages/${ids.outbound}`, status: 404 },
  'GET /macros/': { path: '/macros/', status: 200 },
  'GET /macros/list': { path: `/macros/list?companyId=${ana.companyId}&userId=${ana.id}`, status: 200 },
  'GET /macros/:id': { path: `/macros/${ids.macro}`, status: 404 },
  'POST /macros': {
    path: '/macros',
    body: { name: 'Própria', shortcode: 'propria', acts: [{ do: 'tags', tagIds: [ids.tag] }] },
    status: 404,
  },
  'PUT /macros/:id': { path: `/macros/${ids.macro}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /macros/:id': { path: `/macros/${ids.macro}`, status: 404 },
  'GET /saved-views/': { path: '/saved-views/', status: 200 },
  'GET /saved-views/list': { path: `/saved-views/list?companyId=${ana.companyId}&userId=${ana.id}`, status: 200 },
  'GET /saved-views/:id': { path: `/saved-views/${ids.savedView}`, status: 404 },
  'POST /saved-views': { path: '/saved-views', body: { name: 'Própria', states: ['open'], tagIds: [ids.tag] }, status: 404 },
  'PUT /saved-views/:id': { path: `/saved-views/${ids.savedView}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /saved-views/:id': { path: `/saved-views/${ids.savedView}`, status: 404 },
  'GET /quick-messages/': { path: '/quick-messages/', status: 200 },
  'GET /quick-messages/list': { path: `/quick-messages/list?companyId=${ana.companyId}&userId=${ana.id}`, status: 200 },
  'GET /quick-messages/:id': { path: `/quick-messages/${ids.quickMessage}`, status: 404 },
  'POST /quick-messages': { path: '/quick-messages', body: { shortcode: 'oi!', message: 'Própria' }, status: 201 },
  'PUT /quick-messages/:id': { path: `/quick-messages/${ids.quickMessage}`, body: { message: 'Tomada' }, status: 404 },
  'DELETE /quick-messages/:id': { path: `/quick-messages/${ids.quickMessage}`, status: 404 },
  'PUT /quick-messages': { path: '/quick-messages', body: { id: ids.quickMessage, message: 'Tomada' }, status: 404 },
  'DELETE /quick-messages': { path: '/quick-messages', body: { id: ids.quickMessage }, status: 404 },
  'POST /quick-messages/:id/media-upload': { path: `/quick-messages/${ids.quickMessage}/media-upload`, status: 404 },
  'DELETE /quick-messages/:id/media-upload': { path: `/quick-messages/${ids.quickMessage}/media-upload`, status: 404 },
  'GET /schedules/': { path: `/schedules/?contactId=${ids.contact}`, status: 200 },
  'GET /schedules/:id': { path: `/schedules/${ids.schedule}`, status: 404 },
  'POST /schedules': {
    path: '/schedules',
    body: { contactId: ids.contact, body: 'De fora', sendAt: '2031-01-01T12:00:00.000Z' },
    status: 404,
  },
  'PUT /schedules/:id': { path: `/schedules/${ids.schedule}`, body: { body: 'Tomada' }, status: 404 },
  'DELETE /schedules/:id': { path: `/schedules/${ids.schedule}`, status: 404 },
  'POST /schedules/:id/retry': { path: `/schedules/${ids.schedule}/retry`, status: 404 },
  'GET /ticket-notes/list': { path: `/ticket-notes/list?ticketId=${ticket.id}`, status: 404 },
  'POST /ticket-notes': { path: '/ticket-notes', body: { note: 'Tomada', ticketId: ticket.id }, status: 404 },
  'DELETE /ticket-notes/:id': { path: `/ticket-notes/${ids.note}`, status: 404 },
  'GET /tags/': { path: '/tags/', status: 200 },
  'GET /tags/list': { path: '/tags/list', status: 200 },
  'GET /tags/kanban': { path: '/tags/kanban', status: 200 },
  'GET /tags/:id': { path: `/tags/${ids.tag}`, status: 404 },
  'POST /tags': { path: '/tags', body: { name: 'Própria' }, status: 201 },
  'PUT /tags/:id': { path: `/tags/${ids.tag}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /contacts/:id': { path: `/contacts/${ids.contact}`, status: 404 },
  'DELETE /tags/:id': { path: `/tags/${ids.tag}`, status: 404 },
  'GET /sectors/': { path: `/sectors?userId=${ana.id}&paginate=false`, status: 200 },
  'GET /sectors/list': { path: '/sectors/list', status: 200 },
  'GET /sectors/:id': { path: `/sectors/${ids.sector}`, status: 404 },
  'POST /sectors/cadastro': { path: '/sectors/cadastro', body: { name: 'Próprio' }, status: 201 },
  'PUT /sectors/:id': { path: `/sectors/${ids.sector}`, body: { name: 'Tomado' }, status: 404 },
  'DELETE /sectors/:id': { path: `/sectors/${ids.sector}`, status: 404 },
  // Plans belong to nobody's company: everybody sees them, and only the platform's users change them.
  'GET /plans/': { path: '/plans/', status: 200 },
  'GET /plans/list': { path: '/plans/list', status: 200 },
  'GET /plans/all': { path: '/plans/all', status: 403 },
  'GET /plans/:id': { path: `/plans/${ids.tag}`, status: 404 },
  'POST /plans': { path: '/plans', body: { name: 'Intruso', users: 9, connections: 9, queues: 9, value: 0 }, status: 403 },
  'PUT /plans/:id': { path: `/plans/${ids.tag}`, body: { value: 0 }, status: 403 },
  'DELETE /plans/:id': { path: `/plans/${ids.tag}`, status: 403 },
  'GET /helps/': { path: '/helps', status: 200 },
  'GET /helps/list': { path: '/helps/list', status: 200 },
  'GET /helps/:id': { path: `/helps/${ids.tag}`, status: 404 },
  'POST /helps': { path: '/helps', body: { title: 'Intrusa', description: 'Minha', video: 'dQw4w9WgXcQ' }, status: 403 },
  'PUT /helps/:id': { path: `/helps/${ids.tag}`, body: { title: 'Tomada' }, status: 403 },
  'DELETE /helps/:id': { path: `/helps/${ids.tag}`, status: 403 },
  'GET /announcements/': { path: '/announcements', status: 200 },
  'GET /announcements/:id': { path: `/announcements/${ids.tag}`, status: 404 },
  'POST /announcements': { path: '/announcements', body: { title: 'Intruso', text: 'Meu' }, status: 403 },
  'PUT /announcements/:id': { path: `/announcements/${ids.tag}`, body: { title: 'Tomado' }, status: 403 },
  'DELETE /announcements/:id': { path: `/announcements/${ids.tag}`, status: 403 },
  'POST /announcements/:id/media-upload': { path: `/announcements/${ids.tag}/media-upload`, status: 403 },
  'DELETE /announcements/:id/media-upload': { path: `/announcements/${ids.tag}/media-upload`, status: 403 },
  'GET /invoices/all': { path: '/invoices/all', status: 200 },
  'GET /invoices/:id': { path: `/invoices/${ids.chat}`, status: 404 },
  'GET /subscription': { path: '/subscription', status: 200 },
  'POST /subscription': {
    path: '/subscription',
    body: { invoiceId: ids.chat, firstName: 'Outra', address2: 'Rua', city: 'Santos', zipcode: '1', country: 'BR' },
    status: 409,
  },
  'GET /chats': { path: '/chats', status: 200, answers: { records: [], count: 0, hasMore: false, unread: [] } },
  'GET /chats/:id': { path: `/chats/${ids.chat}`, status: 404 },
  'GET /chats/:id/messages': { path: `/chats/${ids.chat}/messages`, status: 404 },
  'POST /chats': { path: '/chats', body: { title: 'Intrusa', users: [ana.id] }, status: 404 },
  'PUT /chats/:id': { path: `/chats/${ids.chat}`, body: { title: 'Tomada' }, status: 404 },
  'DELETE /chats/:id': { path: `/chats/${ids.chat}`, status: 404 },
  'POST /chats/:id/read': { path: `/chats/${ids.chat}/read`, body: {}, status: 404 },
  'POST /chats/:id/messages': { path: `/chats/${ids.chat}/messages`, body: { message: 'Oi' }, status: 404 },
  // A sign-up that makes nothing answers alike, whether the e-mail is somebody's or not.
  'POST /companies/cadastro': {
    path: '/companies/cadastro',
    body: { name: 'Intrusa', email: ana.email, password: 'segredo1', planId: ids.tag },
    status: 404,
  },
  'GET /live/me': { path: '/live/me', status: 200 },
  'GET /auth/push-key': { path: '/auth/push-key', status: 200 },
  'PUT /push-subscriptions': {
    path: '/push-subscriptions',
    body: { endpoint: 'http://127.0.0.1/aparelho', keys: {} },
    status: 400,
  },
  'DELETE /push-subscriptions': { path: '/push-subscriptions', status: 200 },
  // For the tokens of connections alone.
  'POST /messages/send': { path: '/messages/send', body: { number: '5511960001234', body: 'Oi' }, status: 401 },
  'GET /messages/sent/:id': { path: `/messages/sent/${ids.outbound}`, status: 401 },
  'GET /api-keys': { path: '/api-keys', status: 200 },
  'POST /api-keys': { path: '/api-keys', body: { name: 'Intrusa', scopes: ['read'] }, status: 201 },
  'POST /api-keys/:id/rotate': { path: `/api-keys/${ids.apiKey}/rotate`, status: 404 },
  'DELETE /api-keys/:id': { path: `/api-keys/${ids.apiKey}`, status: 404 },
  'POST /contacts/:id/forget': { path: `/contacts/${ids.contact}/forget`, status: 404 },
  'DELETE /contacts/:id/opt-out': { path: `/contacts/${ids.contact}/opt-out`, status: 404 },
  'GET /contacts/numbers': { path: `/contacts/numbers?tagIds=${ids.tag}`, status: 200 },
  'GET /contact-fields/': { path: '/contact-fields/', status: 200 },
  'GET /contact-fields/list': { path: '/contact-fields/list', status: 200 },
  'GET /contact-fields/:id': { path: `/contact-fields/${ids.contactField}`, status: 404 },
  'POST /contact-fields': { path: '/contact-fields', body: { name: 'Próprio' }, status: 201 },
  'PUT /contact-fields/:id': { path: `/contact-fields/${ids.contactField}`, body: { name: 'Tomado' }, status: 404 },
  'DELETE /contact-fields/:id': { path: `/contact-fields/${ids.contactField}`, status: 404 },
  'GET /social-medias/': { path: '/social-medias/', status: 200 },
  'GET /social-medias/list': { path: '/social-medias/list', status: 200 },
  'GET /social-medias/:id': { path: `/social-medias/${ids.socialMedia}`, status: 404 },
  'POST /social-medias': { path: '/social-medias', body: { name: 'Própria', message: 'Oi, oi' }, status: 201 },
  'PUT /social-medias/:id': { path: `/social-medias/${ids.socialMedia}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /social-medias/:id': { path: `/social-medias/${ids.socialMedia}`, status: 404 },
  'GET /marketing/social-medias/report': { path: `/marketing/social-medias/report?mediaId=${ids.socialMedia}`, status: 200 },
  'GET /marketing/social-medias/report/csv': { path: '/marketing/social-medias/report/csv', status: 200 },
  'GET /marketing/social-medias/report/analytical': { path: '/marketing/social-medias/report/analytical', status: 200 },
  'GET /marketing/social-medias/report/analytical/csv': {
    path: '/marketing/social-medias/report/analytical/csv',
    status: 200,
  },
  'GET /accesses': { path: `/accesses?ticketId=${ticket.id}`, status: 200 },
  'GET /accesses/csv': { path: `/accesses/csv?contactId=${ids.contact}`, status: 200 },
  'GET /reports/ratings': { path: `/reports/ratings?queueId=${ids.queue}`, status: 200 },
  'GET /reports/ratings/csv': { path: '/reports/ratings/csv', status: 200 },
  'GET /reports/ratings/comments': { path: '/reports/ratings/comments', status: 200 },
  'GET /reports/ratings/comments/csv': { path: '/reports/ratings/comments/csv', status: 200 },
  'GET /contact-lists/': { path: '/contact-lists/', status: 200 },
  'GET /contact-lists/list': { path: '/contact-lists/list', status: 200 },
  'GET /contact-lists/:id': { path: `/contact-lists/${ids.list}`, status: 404 },
  'POST /contact-lists': { path: '/contact-lists', body: { name: 'Própria' }, status: 201 },
  'PUT /contact-lists/:id': { path: `/contact-lists/${ids.list}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /contact-lists/:id': { path: `/contact-lists/${ids.list}`, status: 404 },
  'POST /contact-lists/:id/check': { path: `/contact-lists/${ids.list}/check`, status: 404 },
  'POST /contact-lists/:id/contacts': { path: `/contact-lists/${ids.list}/contacts`, body: {}, status: 404 },
  'POST /contact-lists/:id/upload': { path: `/contact-lists/${ids.list}/upload`, status: 404 },
  'GET /contact-list-items': { path: `/contact-list-items?searchParam=Segredo`, status: 200 },
  'GET /contact-list-items/:id': { path: `/contact-list-items/${ids.listItem}`, status: 404 },
  'POST /contact-list-items': {
    path: '/contact-list-items',
    body: { name: 'Intrusa', number: '5511970009997', email: '', contactListId: ids.list },
    status: 404,
  },
  'PUT /contact-list-items/:id': { path: `/contact-list-items/${ids.listItem}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /contact-list-items/:id': { path: `/contact-list-items/${ids.listItem}`, status: 404 },
  'GET /kanban/contacts': { path: '/kanban/contacts?searchParam=Segredo', status: 200 },
  'GET /kanban/:id': { path: `/kanban/${ids.contact}`, status: 404 },
  'POST /kanban': { path: '/kanban', body: { contactId: ids.contact }, status: 404 },
  'PUT /kanban/:id': { path: `/kanban/${ids.contact}`, body: { description: 'Tomado' }, status: 404 },
  'PUT /kanban/cardMove/:laneId/:cardId': { path: `/kanban/cardMove/0/${ids.contact}`, status: 404 },
  'DELETE /kanban/cardDelete/:id': { path: `/kanban/cardDelete/${ids.contact}`, status: 404 },
  'GET /kanban/report/list': { path: '/kanban/report/list', status: 200 },
  'GET /kanban/report/csv': { path: '/kanban/report/csv', status: 200 },
  'GET /campaigns/': { path: '/campaigns/?searchParam=Segredo', status: 200 },
  'GET /campaigns/:id': { path: `/campaigns/${ids.campaign}`, status: 404 },
  'GET /campaigns/:id/report': { path: `/campaigns/${ids.campaign}/report`, status: 404 },
  'GET /campaigns/:id/report/csv': { path: `/campaigns/${ids.campaign}/report/csv`, status: 404 },
  'GET /campaigns/:id/shipping': { path: `/campaigns/${ids.campaign}/shipping`, status: 404 },
  'GET /campaigns/preview': { path: `/campaigns/preview?contactListId=${ids.list}`, status: 200 },
  'POST /campaigns': { path: '/campaigns', body: { name: 'Intrusa', contactListId: ids.list }, status: 404 },
  'PUT /campaigns/:id': { path: `/campaigns/${ids.campaign}`, body: { name: 'Tomada' }, status: 404 },
  'DELETE /campaigns/:id': { path: `/campaigns/${ids.campaign}`, status: 404 },
  'POST /campaigns/:id/cancel': { path: `/campaigns/${ids.campaign}/cancel`, status: 404 },
  'POST /campaigns/:id/restart': { path: `/campaigns/${ids.campaign}/restart`, status: 404 },
  'POST /campaigns/:id/test': { path: `/campaigns/${ids.campaign}/test`, body: { number: '5511970009996' }, status: 404 },
  'POST /campaigns/:id/media-upload': { path: `/campaigns/${ids.campaign}/media-upload`, status: 404 },
  'DELETE /campaigns/:id/media-upload': { path: `/campaigns/${ids.campaign}/media-upload`, status: 404 },
  'GET /campaign-settings': { path: '/campaign-settings', status: 200 },
  'POST /campaign-settings': {
    path: '/campaign-settings',
    body: { settings: { messageInterval: 120, longerIntervalAfter: 60, greaterInterval: 180, variables: [] } },
    status: 200,
  },
});
const verb = (what: string): string => what.split(' ')[0]!;
const callOf = (what: string): Call => `${verb(what)} ${attempts()[what]!.path}` as Call;

/** A push to the whole company, which arrives after everything that was pushed before. */
const sentinel = async (by: User, screens: Listener[]): Promise<void> => {
  const name = `Sentinela ${newId()}`;
  expect((await by.call('POST /tags', { name })).status).toBe(201);
  await Promise.all(screens.map((screen) => screen.push('tag', ({ record }) => record.name === name)));
};

test('the table of attempts contains every call of the contract', () => {
  expect(Object.keys(attempts()).sort()).toEqual(allRoutes.map((route) => route.call).sort());
});

test('no call of another company can read, change or guess anything of ours', async () => {
  const before = await everything(admin);
  const ours = [...Object.values(ids), ticket.id, ana.id, ana.companyId, ana.email!, ana.name!, who.name, 'Segredo da casa'];
  const calls = Object.entries(attempts()).sort(([a], [b]) => Number(a.includes('logout')) - Number(b.includes('logout')));
  for (const [what, { body, status, answers }] of calls) {
    const answer = await outra.call<unknown>(callOf(what), body);
    expect({ what, status: answer.status, body: answer.body }).toMatchObject({ what, status });
    if (answers) expect(answer.body).toEqual(answers);
    const text = (answers ? '' : JSON.stringify(answer.body)) + JSON.stringify([...answer.headers]);
    for (const secret of ours) expect({ what, leaks: text.includes(secret) && secret }).toEqual({ what, leaks: false });
  }
  expect(await everything(admin)).toEqual(before);
  expect((await signIn(product.url, 'ana@prosa.demo')).id).toBe(ana.id);
  [ana, outra] = [await signIn(product.url, 'ana@prosa.demo'), await signIn(product.url, 'outra@prosa.demo')];
  expect((await outra.call('PUT /settings/VerFilaCinza', { value: 'disabled' })).status).toBe(200);
});

test('another company’s contact with the same number is a separate contact', async () => {
  const { body } = await outra.call<{ contacts: { id: string; number: string }[] }>(`GET /contacts?searchParam=${who.number}`);
  expect(body.contacts).toHaveLength(1);
  expect(body.contacts[0]?.id).not.toBe(ids.contact);
});

test('without a valid token every call that is not public is refused, and reveals nothing', async () => {
  const secret = Buffer.from(readFileSync(join(product.data, 'token-secret'), 'utf8').trim(), 'base64');
  const claims = JSON.parse(Buffer.from(ana.token.split('.')[1]!, 'base64url').toString()) as { sub: string; version: number };
  const mine = { userId: claims.sub, companyId: ana.companyId, version: claims.version };
  const bare = (header: object, payload: object, key: string) => {
    const head = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${head}.${key === '' ? '' : createHmac('sha256', key).update(head).digest('base64url')}`;
  };
  const later = Math.floor(Date.now() / 1000) + 900;
  const payload = { sub: mine.userId, company: mine.companyId, version: mine.version, exp: later };
  const bad: Record<string, [string | undefined, number]> = {
    none: [undefined, 401],
    garbage: ['garbage', 401],
    expired: [await accessTokens(secret, { seconds: -10 }).signAccess(mine), 403],
    'of another secret': [await accessTokens(Buffer.alloc(32, 7)).signAccess(mine), 401],
    unsigned: [bare({ alg: 'none' }, payload, ''), 401],
    'without an end': [bare({ alg: 'HS256' }, { ...payload, exp: undefined }, secret.toString('latin1')), 401],
    'of an older session': [await accessTokens(secret).signAccess({ ...mine, version: mine.version - 1 }), 401],
    'of nobody': [await accessTokens(secret).signAccess({ ...mine, userId: newId() }), 401],
    'of a user in another company': [await accessTokens(secret).signAccess({ ...mine, companyId: outra.companyId }), 401],
    "a connection's": [product.demo.connection.token, 401],
  };
  const before = await everything(admin);
  for (const route of allRoutes.filter(({ may }) => may !== 'public'))
    for (const name of ['none', 'garbage', 'expired']) {
      // A session that is over is no token of a connection either.
      const [token, status] = route.may === 'connection-token' ? [bad[name]![0], 401] : bad[name]!;
      const { body } = attempts()[route.call]!;
      const answer = await call(product.url, callOf(route.call), { token, body });
      const error = status === 403 ? 'ERR_SESSION_EXPIRED' : 'ERR_UNAUTHENTICATED';
      expect({ call: route.call, name, status: answer.status, body: answer.body }).toMatchObject({
        call: route.call,
        name,
        status,
        body: { error },
      });
    }
  await Promise.all(
    Object.entries(bad).flatMap(([name, [token, status]]) =>
      ([`GET /tickets/${ticket.id}`, `PUT /tickets/${ticket.id}`] as const).map(async (what) => {
        const answer = await call(product.url, what, { token, body: what.startsWith('PUT') ? { status: 'closed' } : undefined });
        expect({ name, what, status: answer.status }).toEqual({ name, what, status });
      }),
    ),
  );
  for (const name of ['garbage', 'expired', 'unsigned', 'of another secret'])
    await expect(listen(product.url, { token: bad[name]![0]! })).rejects.toThrow(/ERR_(UNAUTHENTICATED|SESSION_EXPIRED)/);
  expect(await everything(admin)).toEqual(before);
});

test('a call without its permission is refused, and changes nothing', async () => {
  const before = await everything(admin);
  const forbidden = allRoutes.filter(
    ({ may }) => may !== 'public' && may !== 'connection-token' && !grants(may as Permission, { profile: 'user' }),
  );
  expect(forbidden.length).toBeGreaterThan(8);
  for (const route of forbidden) {
    const answer = await ana.call(callOf(route.call), attempts()[route.call]!.body);
    expect({ call: route.call, status: answer.status, body: answer.body }).toMatchObject({
      call: route.call,
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  }
  // An attendant can change neither another user's record nor their own permissions.
  expect((await ana.call(`PUT /users/${bruno.id}`, { name: 'Tomada' })).status).toBeGreaterThanOrEqual(403);
  for (const change of [{ profile: 'admin' }, { queueIds: bruno.queueIds }])
    expect(await ana.call(`PUT /users/${ana.id}`, change)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await admin.call(`PUT /companies/${ana.companyId}`, { name: 'Tomada' })).status).toBe(403);
  expect(await everything(admin)).toEqual(before);
});

test("an attendant of another queue can neither read nor change a ticket nor get its pushes, nor can another company's user", async () => {
  const before = await everything(admin);
  const [screen, foreign] = await Promise.all([listen(product.url, bruno), listen(product.url, outra)]);
  for (const joining of [{ type: 'joinChatBox', ticketId: ticket.id }, { type: 'joinNotification' }]) {
    screen.send(joining);
    foreign.send(joining);
  }
  const made = childId('0123456789abcde', 'ticket:made-up');
  for (const [what, { body, answers }] of Object.entries(attempts())) {
    if (answers) expect((await bruno.call(callOf(what), body)).body).toEqual(answers);
    const { may } = allRoutes.find((route) => route.call === what)!;
    if (!/ticketId|messageId|\/tags\/sync/.test(what) || !grants(may as Permission, { profile: 'user' })) continue;
    const answer = await bruno.call(callOf(what), body);
    expect({ what, status: answer.status }).toEqual({ what, status: 404 });
    // A record that the user may not see must look like one that does not exist.
    const unknown = JSON.parse(JSON.stringify(body ?? null).replaceAll(ticket.id, made)) as object | null;
    const path = callOf(what).replace(ticket.id, made).replace(ids.outbound, made) as Call;
    const absent = await bruno.call(path, unknown ?? undefined);
    expect({ what, status: absent.status, body: absent.body }).toEqual({ what, status: 404, body: answer.body });
  }
  expect(await everything(admin)).toEqual(before);

  await who.write('Só para Vendas.');
  await ana.call(`POST /messages/${ticket.id}`, { body: 'Também.' });
  await ana.call('POST /tags/sync', { ticketId: ticket.id, tags: [ids.tag] });
  const closed = await ana.call(`PUT /tickets/${ticket.id}`, { status: 'closed' });
  expect(closed.status).toBe(200);
  await admin.call(`GET /tickets/${ticket.id}?after=${closed.position}`);
  await Promise.all([sentinel(admin, [screen]), sentinel(outra, [foreign])]);
  const heard = screen.pushes().filter(({ channel }) => ['ticket', 'appMessage', 'ticketCounts'].includes(channel));
  expect(heard.filter(({ record }) => JSON.stringify(record).includes(ticket.id))).toEqual([]);
  expect(foreign.pushes().map(({ channel }) => channel)).toEqual(['tag']);
  const { body } = await bruno.call<{ tickets: { id: string }[] }>(`GET /tickets?searchParam=${who.number}`);
  expect(body.tickets).toEqual([]);
  await Promise.all([screen.close(), foreign.close()]);
});
