import { whatsAppStatus } from './bodies.ts';
import type { Accepted, Page, WhatsAppNumber } from './model.ts';
import { Failed, type GraphState } from './state.ts';
import { checkMessaging, checkWhatsApp } from './verifier.ts';
import type { WebhookPost } from './webhooks.ts';

type Body = Record<string, unknown>;
type Tools = { state: GraphState; webhooks: WebhookPost };

const accept = (state: GraphState, one: Omit<Accepted, 'at'>): Accepted => {
  if (
    one.ours !== null &&
    state.accepted.some(({ ours, body }) => ours === one.ours && JSON.stringify(body) === JSON.stringify(one.body))
  )
    state.problems.push(`The message ${one.ours} was sent twice.`);
  const accepted = { ...one, at: Date.now() };
  state.accepted.push(accepted);
  return accepted;
};

/** Notes what an account marks as read. Returns Graph's answer, or null if the call does something else. */
const markRead = (
  { state }: Tools,
  account: string,
  { status, message_id, sender_action, recipient, ...more }: Body,
): object | null => {
  if (status === undefined && sender_action === undefined) return null;
  const person = (recipient as { id?: unknown } | undefined)?.id;
  const of = String(message_id ?? person);
  const isWhatsApp = status === 'read' && more.messaging_product === 'whatsapp' && of.startsWith('wamid.');
  const isPerson = sender_action === 'mark_seen' && /^\d+$/.test(of) && Object.keys(more).length === 0;
  if (!isWhatsApp && !isPerson) {
    state.problems.push('A message was marked as read in a wrong way.');
    throw new Failed({ code: 100, message: '(#100) Invalid parameter' });
  }
  state.seen.push({ account, of });
  return isWhatsApp ? { success: true } : { recipient_id: of };
};

/** A marketing template to the Cloud API, of an account that has accepted the terms. Returns Graph's answer. */
export const sendMarketing = (tools: Tools, account: WhatsAppNumber, body: Body): object => {
  if (account.marketing !== 'ONBOARDED') throw new Failed({ code: 131_055, message: 'Method not allowed' });
  const { name, language } = (body.template ?? {}) as { name?: string; language?: { code?: string } };
  const isMarketing = account.templates.some(
    (one) => one.name === name && one.language === language?.code && one.category === 'MARKETING',
  );
  if (!isMarketing) throw new Failed({ code: 134_100, message: 'Only marketing messages are supported' });
  return sendWhatsApp(tools, account, body, true);
};

/** A message to the Cloud API. Returns Graph's answer. */
export const sendWhatsApp = ({ state, webhooks }: Tools, account: WhatsAppNumber, body: Body, isMarketing = false): object => {
  const marked = markRead({ state, webhooks }, account.id, body);
  if (marked) return marked;
  const complaint = checkWhatsApp(body, account, (id) => state.files.get(id)?.owner === account.id);
  if (complaint) {
    state.problems.push(complaint.message);
    throw new Failed(complaint);
  }
  const customer = String(body.to ?? body.recipient);
  if (body.type !== 'template' && state.closed.has(`${account.id}/${customer}`))
    throw new Failed({ code: 131047, message: 'Re-engagement message' });
  const ours = String(body.biz_opaque_callback_data);
  const media = body[String(body.type)] as { id?: string };
  const id = state.newId('whatsapp');
  const file = state.files.get(media.id ?? '')?.bytes ?? null;
  accept(state, { id, account: account.id, customer, body, ours, file, ...(isMarketing && { isMarketing }) });
  giveStatuses({ state, webhooks }, account, { id, customer, ours });
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: customer, ...(body.to !== undefined ? { wa_id: customer } : { user_id: customer }) }],
    messages: [{ id }],
  };
};

const giveStatuses = (
  { state, webhooks }: Tools,
  account: WhatsAppNumber,
  { id, customer, ours }: { id: string; customer: string; ours: string },
): void => {
  const { receipts, failsWith } = state.habits;
  const common = { id, recipient_id: customer, biz_opaque_callback_data: ours };
  if (failsWith) {
    if (receipts !== 'none') webhooks.send(whatsAppStatus(account, { ...common, status: 'sent' }));
    const { code, message = 'It failed.' } = failsWith;
    webhooks.send(whatsAppStatus(account, { ...common, status: 'failed', errors: [{ code, title: message, message }] }));
    return;
  }
  const all = ['sent', 'delivered', 'read'] as const;
  for (const status of all.slice(0, all.indexOf(receipts as 'sent') + 1))
    webhooks.send(whatsAppStatus(account, { ...common, status }));
};

/** A message of a page, or of its Instagram account. Returns Graph's answer. */
export const sendMessaging = async (
  { state, webhooks }: Tools,
  { page, channel, body }: { page: Page; channel: 'facebook' | 'instagram'; body: Body },
): Promise<object> => {
  const account = channel === 'facebook' ? page.id : page.instagram!.id;
  const marked = markRead({ state, webhooks }, account, body);
  if (marked) return marked;
  const complaint = checkMessaging(body, channel);
  if (complaint) {
    state.problems.push(complaint.message);
    throw new Failed(complaint);
  }
  const customer = (body.recipient as { id: string }).id;
  const isClosed = state.closed.has(`${account}/${customer}`);
  if (isClosed && body.tag !== 'HUMAN_AGENT')
    throw new Failed({ code: 10, subcode: 2018278, message: 'This message is sent outside of allowed window.' });
  if (!isClosed && body.tag !== undefined) state.problems.push('A tag was used within the window.');
  const message = body.message as { metadata?: string; text?: string; attachment?: { type: string; payload: { url: string } } };
  const file = message.attachment ? await obtain(message.attachment.payload.url) : null;
  const mid = state.newId(channel);
  accept(state, { id: mid, account, customer, body, ours: message.metadata ?? null, file });
  if (state.habits.echoes)
    webhooks.send(
      eventOf(channel, account, {
        from: account,
        to: customer,
        message: {
          mid,
          is_echo: true,
          ...(channel === 'facebook' && { app_id: Number(state.app.id), metadata: message.metadata }),
          ...(message.text !== undefined && { text: message.text }),
          ...(message.attachment && { attachments: [message.attachment] }),
        },
      }),
    );
  const { receipts } = state.habits;
  if (channel === 'facebook' && (receipts === 'delivered' || receipts === 'read'))
    webhooks.send(eventOf(channel, account, { from: customer, to: account, delivery: { mids: [mid], watermark: Date.now() } }));
  if (receipts === 'read')
    webhooks.send(
      eventOf(channel, account, {
        from: customer,
        to: account,
        read: channel === 'facebook' ? { watermark: Date.now() } : { mid },
      }),
    );
  return { recipient_id: customer, message_id: mid };
};

const eventOf = (channel: 'facebook' | 'instagram', id: string, { from, to, ...event }: { from: string; to: string } & Body) => ({
  object: channel === 'facebook' ? 'page' : 'instagram',
  entry: [
    { id, time: Date.now(), messaging: [{ sender: { id: from }, recipient: { id: to }, timestamp: Date.now(), ...event }] },
  ],
});

/** The bytes of an attachment, which Meta fetches from its address. */
const obtain = async (url: string): Promise<Buffer> => {
  const reply = await fetch(url).catch(() => null);
  if (!reply?.ok) throw new Failed({ code: 100, subcode: 2018047, message: 'Upload attachment failure.' });
  return Buffer.from(await reply.arrayBuffer());
};
