import {
  campaignEvents as c,
  campaignSettingsEvents,
  contactListItemEvents,
  contactLists,
  campaignPartEvents as p,
  conversationEvents as t,
} from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.company();
  here.connection(who.shop, 'Loja');
  here.contact(who.maria, 'Maria José', '5511987654321');
  here.contact(who.joao, 'João', '5511912345678');
  const { tell } = here;
  const [notice, draft, list, part] = [701, 702, 703, 704].map(uuid) as [string, string, string, string];
  tell(`contact-lists-${who.company}`, contactLists.events.created, { id: list, name: 'Clientes' });
  const of = `campaign-${notice}`;
  tell(of, c.CampaignCreated, {
    id: notice,
    name: 'Aviso',
    message1: 'Oi, {nome}',
    confirmationMessage1: 'Posso?',
    confirmation: true,
    whatsappId: who.shop,
    contactListId: list,
    scheduledAt: '2026-03-02T12:00:00.000Z',
  });
  tell(`campaign-${draft}`, c.CampaignCreated, { id: draft, name: 'Rascunho' });
  tell(`campaign-${draft}`, c.CampaignChanged, { id: draft, name: 'Outro rascunho', scheduledAt: '2026-04-02T12:00:00.000Z' });
  tell(of, c.CampaignFiled, { id: notice, mediaId: uuid(705), mediaName: 'mesa.jpg', replaces: null });
  tell(of, c.CampaignStarted, { id: notice, run: 0, lateMs: 0 });
  const recipients = [0, 1, 2, 3].map((nth) => ({
    recipientId: uuid(710 + nth),
    itemId: uuid(720 + nth),
    who: { name: `Cliente ${nth}`, number: `551198765000${nth}`, email: null },
    skipped: nth === 3 ? ('invalid' as const) : null,
  }));
  tell(`campaign-part-${part}`, p.PartFrozen, { partId: part, campaignId: notice, part: 0, recipients });
  tell(of, c.CampaignFrozen, { id: notice, parts: 1, recipients: 4, valid: 3 });
  tell(`campaign-part-${part}`, p.RecipientsSkipped, {
    partId: part,
    campaignId: notice,
    recipients: [{ recipientId: recipients[2]!.recipientId, reason: 'opted-out' }],
  });

  const campaign = (nth: number, phase: 'confirmation' | 'message', run = 0) => ({
    campaignId: notice,
    recipientId: recipients[nth]!.recipientId,
    phase,
    run,
    queueId: null,
  });
  const common = { userId: null, origin: 'campaign', clientId: null, lastTicketId: null } as const;
  const maria = here.conversation(who.shop, who.maria);
  const ask = maria.message('asks');
  maria.say(t.OutreachSent, {
    ...common,
    messageId: ask,
    contactId: who.maria,
    body: 'Posso?',
    campaign: campaign(0, 'confirmation'),
  });
  maria.say(t.OutreachAcknowledged, { messageId: ask, ack: 2 });
  maria.say(t.OutreachAcknowledged, { messageId: ask, ack: 4 });
  maria.say(t.OutreachAnswered, {
    messageId: ask,
    campaign: campaign(0, 'confirmation'),
    answer: 'yes',
    answerId: maria.message('yes'),
    body: 'Sim',
    contactId: who.maria,
    lastTicketId: null,
    channelId: 'yes',
    sentAt: '2026-03-01T12:00:00.000Z',
  });
  const said = maria.message('message');
  maria.say(t.OutreachSent, {
    ...common,
    messageId: said,
    contactId: who.maria,
    body: 'Oi, Maria',
    campaign: campaign(0, 'message'),
  });
  maria.say(t.OutreachAcknowledged, { messageId: said, ack: 3 });

  const joao = here.conversation(who.shop, who.joao);
  const [first, second] = [joao.message('first'), joao.message('second')];
  joao.say(t.OutreachSent, {
    ...common,
    messageId: first,
    contactId: who.joao,
    body: 'Posso?',
    campaign: campaign(1, 'confirmation'),
  });
  tell(of, c.CampaignPaused, { id: notice, run: 0, reason: 'refused', until: '2026-03-02T14:00:00.000Z' });
  joao.say(t.OutreachFailed, { messageId: first, attempt: 1, reason: 'withdrawn' });
  tell(of, c.CampaignResumed, { id: notice, run: 1 });
  joao.say(t.OutreachSent, {
    ...common,
    messageId: second,
    contactId: who.joao,
    body: 'Posso?',
    campaign: campaign(1, 'confirmation', 1),
  });
  joao.say(t.OutreachUnsure, { messageId: second, attempt: 1 });
  joao.say(t.OutreachFailed, { messageId: second, attempt: 1, reason: 'not-there' });
  // Into a ticket; in vain at first.
  const anas = here.conversation(who.shop, who.ana);
  anas.started();
  const ticketId = anas.opened('1', { queueId: who.sales });
  const inTicket = anas.message('in ticket');
  const { lastTicketId: _, ...shared } = common;
  const written = { ...shared, signature: null, quotedId: null, body: 'Oi', campaign: campaign(1, 'message', 1) };
  anas.say(t.MessageSent, { ...written, ticketId, messageId: inTicket });
  anas.say(t.MessageUnsure, { ticketId, messageId: inTicket, attempt: 1 });
  anas.say(t.MessageFailed, { ticketId, messageId: inTicket, attempt: 1, reason: 'refused' });
  anas.say(t.MessageRetried, { ticketId, messageId: inTicket, attempt: 2, userId: who.ana, sentRevision: 2 });
  anas.say(t.MessageAcknowledged, { ticketId, messageId: inTicket, ack: 2 });
  joao.say(t.OutreachRetried, { messageId: second, attempt: 2, userId: who.ana, sentRevision: 3 });
  tell(of, c.CampaignCancelled, { id: notice, run: 1 });
  tell(of, c.CampaignRestarted, { id: notice, run: 2 });
  tell(of, c.CampaignFinished, { id: notice });
  tell(`campaign-settings-${who.company}`, campaignSettingsEvents.CampaignSettingsChanged, {
    id: who.company,
    messageInterval: 5,
    longerIntervalAfter: 10,
    greaterInterval: 20,
    variables: [{ key: 'loja', value: 'Casa Ipê' }],
  });
  tell(`contact-lists-${who.company}`, contactLists.events.changed, { id: list, name: 'Clientes ativos' });
  tell(`campaign-${draft}`, c.CampaignDeleted, { id: draft });
  const item = { contactListId: list, itemId: recipients[1]!.itemId };
  tell(`list-items-${'a'.repeat(15)}`, contactListItemEvents.ContactListItemForgotten, item);
  const far = uuid(731);
  there.tell(`campaign-${far}`, c.CampaignCreated, { id: far, name: 'De outra empresa' });
  return [...here.take(), ...there.take()];
};
