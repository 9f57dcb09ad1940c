import type { WhatsAppNumber } from './model.ts';

type Body = Record<string, unknown>;
/** Graph's reason to refuse a call, in words; null: none. */
type Complaint = { code: number; subcode?: number; message: string } | null;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const WHATSAPP_KEYS = new Set([
  'messaging_product',
  'recipient_type',
  'to',
  'recipient',
  'type',
  'context',
  'biz_opaque_callback_data',
  'text',
  'image',
  'video',
  'audio',
  'sticker',
  'document',
  'template',
  'interactive',
  'location',
  'contacts',
]);
const invalid = (message: string): Complaint => ({ code: 100, message: `(#100) ${message}` });
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Checks a message to the Cloud API as strictly as its reference describes it. */
export const checkWhatsApp = (body: Body, { templates }: WhatsAppNumber, hasFile: (id: string) => boolean): Complaint => {
  const type = text(body.type);
  if (body.messaging_product !== 'whatsapp') return invalid("The parameter messaging_product must be 'whatsapp'.");
  const strange = Object.keys(body).find((key) => !WHATSAPP_KEYS.has(key));
  if (strange) return invalid(`Unexpected key "${strange}" on param.`);
  if ((body.to === undefined) === (body.recipient === undefined)) return invalid('Either to or recipient is required.');
  if (body.to !== undefined && !/^\d{7,15}$/.test(text(body.to))) return invalid('The parameter to is no number.');
  if (body.recipient !== undefined && !/^[A-Z]{2}\.[\w.]+$/.test(text(body.recipient)))
    return invalid('The recipient is no user id.');
  if (!UUID.test(text(body.biz_opaque_callback_data))) return invalid('The message carries no id of the sender.');
  const content = body[type] as Body | undefined;
  if (typeof content !== 'object') return invalid(`The parameter ${type} is required.`);
  if (body.context !== undefined && !/^wamid\./.test(text((body.context as Body).message_id)))
    return { code: 131009, message: 'context.message_id is no id of a message.' };
  if (type === 'text') {
    const said = text(content.body);
    if (said.trim() === '') return invalid('The parameter text[body] is required.');
    return said.length > 4_096 ? invalid('Param text[body] must be at most 4096 characters long.') : null;
  }
  if (type === 'template') return checkTemplate(content, templates);
  if (type === 'interactive') return checkInteractive(content);
  if (type === 'location') return checkLocation(content);
  if (type === 'contacts') return checkContacts(content as unknown as Body[]);
  if (!hasFile(text(content.id))) return { code: 131009, message: `The media ${text(content.id)} does not exist.` };
  if (content.caption !== undefined && (type === 'audio' || type === 'sticker'))
    return invalid(`Unexpected key "caption" on param "${type}".`);
  if (text(content.caption).length > 1_024) return invalid('The caption is too long.');
  return null;
};

const checkTemplate = (content: Body, templates: WhatsAppNumber['templates']): Complaint => {
  const language = text((content.language as Body | undefined)?.code);
  const template = templates.find((one) => one.name === content.name && one.language === language && one.status === 'APPROVED');
  if (!template) return { code: 132001, message: 'Template name does not exist in the translation.' };
  const wanted = new Set(template.components.find(({ type }) => type === 'BODY')?.text?.match(/\{\{\d+\}\}/g) ?? []).size;
  const components = (content.components as { type: string; parameters: Body[] }[] | undefined) ?? [];
  const given = components.find(({ type }) => type === 'body')?.parameters ?? [];
  if (given.length !== wanted)
    return { code: 132000, message: 'Number of parameters does not match the expected number of params.' };
  return given.every((one) => one.type === 'text' && text(one.text) !== '') ? null : invalid('A parameter has no text.');
};

const isDegree = (value: unknown, most: number): boolean =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= most;
const checkLocation = ({ latitude, longitude, name, address }: Body): Complaint => {
  if (!isDegree(latitude, 90) || !isDegree(longitude, 180)) return invalid('The location has no latitude or longitude.');
  const isWord = (value: unknown) => value === undefined || text(value) !== '';
  return isWord(name) && isWord(address) ? null : invalid('The location has an empty name or address.');
};

const checkContacts = (contacts: Body[]): Complaint => {
  if (!Array.isArray(contacts) || contacts.length < 1 || contacts.length > 257)
    return invalid('There are too many contacts, or none.');
  const isWrong = ({ name, phones = [] }: Body) => {
    const { formatted_name, ...others } = (name ?? {}) as Body;
    return (
      text(formatted_name) === '' ||
      !Object.values(others).some(text) ||
      (phones as Body[]).some(({ phone }) => text(phone) === '')
    );
  };
  return contacts.some(isWrong) ? invalid('A contact has no name, or an empty number.') : null;
};

const LONGEST_TEXT: Record<string, number> = { button: 1_024, list: 4_096 };
const checkInteractive = ({ type, body, action }: Body): Complaint => {
  const said = text((body as Body | undefined)?.text);
  const most = LONGEST_TEXT[text(type)];
  if (most === undefined) return invalid('The interactive type is not known.');
  if (said === '' || said.length > most) return invalid(`The body must have 1 to ${most} characters.`);
  const { button, buttons = [], sections = [] } = (action ?? {}) as { button?: string; buttons?: Body[]; sections?: Body[] };
  const rows = type === 'button' ? buttons.map(({ reply }) => reply as Body) : sections.flatMap((one) => one.rows as Body[]);
  if (rows.length < 1 || rows.length > (type === 'button' ? 3 : 10)) return invalid('There are too many choices, or none.');
  if (type === 'button' && buttons.some((one) => one.type !== 'reply')) return invalid('A button has no known type.');
  if (type === 'list' && (text(button) === '' || text(button).length > 20)) return invalid('The list has no button.');
  for (const { id, title, description } of rows) {
    if (text(id) === '' || text(id).length > 200) return invalid('A choice has no id.');
    if (text(title) === '' || text(title).length > (type === 'button' ? 20 : 24)) return invalid('A title is too long.');
    if (text(description).length > 72) return invalid('A description is too long.');
  }
  const isTwice = (name: string) => new Set(rows.map((row) => row[name])).size < rows.length;
  return isTwice('id') || isTwice('title') ? invalid('Two choices are the same.') : null;
};

const checkQuickReplies = (replies: unknown): Complaint => {
  const all = replies as Body[];
  if (!Array.isArray(all) || all.length < 1 || all.length > 13) return invalid('There are too many quick replies, or none.');
  const isWrong = ({ content_type, title, payload }: Body) =>
    content_type !== 'text' ||
    text(title) === '' ||
    text(title).length > 20 ||
    text(payload) === '' ||
    text(payload).length > 1_000;
  return all.some(isWrong) ? invalid('A quick reply is wrong.') : null;
};

/** Checks a message of a page; `most`: the longest text, in characters or, for Instagram, in bytes. */
export const checkMessaging = (body: Body, channel: 'facebook' | 'instagram'): Complaint => {
  const message = body.message as Body | undefined;
  const recipient = body.recipient as Body | undefined;
  if (!/^\d+$/.test(text(recipient?.id))) return invalid('The recipient has no id.');
  if (!message) return invalid('The parameter message is required.');
  const tag = body.tag;
  if (body.messaging_type !== (tag === undefined ? 'RESPONSE' : 'MESSAGE_TAG')) return invalid('The messaging_type is wrong.');
  if (tag !== undefined && tag !== 'HUMAN_AGENT') return invalid('The tag is not known.');
  if (channel === 'facebook' && !UUID.test(text(message.metadata))) return invalid('The message carries no id of the sender.');
  if (channel === 'instagram' && message.metadata !== undefined) return invalid('Unexpected key "metadata".');
  const attachment = message.attachment as { type: string; payload: Body } | undefined;
  if ((message.text === undefined) === (attachment === undefined)) return invalid('Either text or attachment is required.');
  if (message.text !== undefined) {
    const said = text(message.text);
    const length = channel === 'facebook' ? said.length : Buffer.byteLength(said);
    const most = channel === 'facebook' ? 2_000 : 1_000;
    if (said === '' || length > most) return invalid(`Length of param message[text] must be less than or equal to ${most}`);
    return message.quick_replies === undefined ? null : checkQuickReplies(message.quick_replies);
  }
  if (!['image', 'video', 'audio', 'file'].includes(attachment!.type)) return invalid('The attachment has no known type.');
  return URL.canParse(text(attachment!.payload.url)) ? null : invalid('The attachment has no address.');
};
