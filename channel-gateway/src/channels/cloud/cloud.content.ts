import type { ContactCard } from '@prosa/contracts';
import { CANNOT_SHOW, linesOf, partOf, partsOf, refsOf, textOf, withSource } from '../graph/graph.lines.ts';
import { flowAnswers } from '../kernel/flow-answers.ts';
import { totalLine } from '../kernel/totals.ts';
import { USUAL_MIMES } from '../kernel/usual-mimes.ts';
import type { ReceivedMedia, ReceivedMessage } from '../provider.port.ts';

/** The content of a message, in the form of the port. */
type Brings = Pick<ReceivedMessage, 'body' | 'media' | 'place' | 'contacts' | 'call' | 'choice' | 'context' | 'refs'>;
export type Content =
  | { kind: 'message'; brings: Brings }
  | { kind: 'reaction'; target: string; emoji: string }
  | { kind: 'edit'; target: string; body: string }
  | { kind: 'revoke'; target: string };
type Part = Record<string, unknown>;

const FILES: Record<string, ReceivedMedia['kind']> = {
  image: 'image',
  sticker: 'sticker',
  video: 'video',
  audio: 'audio',
  document: 'document',
};

/** How a file is obtained: by its id, which is valid for some days. `sha256` is base64, as the webhook has it. */
export type CloudSource = { id: string; sha256: string | null };

/** Reads what a message of the Cloud API brings. */
export const contentOf = (message: Part): Content => {
  const type = textOf(message.type) ?? '';
  const part = partOf(message[type]);
  if (type === 'reaction') return { kind: 'reaction', target: textOf(part.message_id) ?? '', emoji: textOf(part.emoji) ?? '' };
  if (type === 'revoke') return { kind: 'revoke', target: textOf(part.original_message_id) ?? '' };
  if (type === 'edit') {
    const edited = partOf(part.message);
    const body = textOf(partOf(edited.text).body) ?? textOf(partOf(edited[textOf(edited.type) ?? '']).caption) ?? '';
    return { kind: 'edit', target: textOf(part.original_message_id) ?? '', body };
  }
  const brings = bringsOf(type, part, message);
  const context = productOf(partOf(message.context));
  const referral = partOf(message.referral);
  return {
    kind: 'message',
    brings: {
      ...withSource(brings, referralOf(referral)),
      ...refsOf(referral.ref, referral.source_id),
      ...(context && { context }),
    },
  };
};

const bringsOf = (type: string, part: Part, message: Part): Brings => {
  const kind = FILES[type];
  if (kind) return fileOf(kind, part);
  switch (type) {
    case 'text':
      return { body: textOf(part.body) ?? CANNOT_SHOW };
    case 'location':
      return placeOf(part);
    case 'contacts':
      return { body: '', contacts: partsOf(message.contacts).map(cardOf) };
    case 'button':
      return choiceOf(part.payload, part.text);
    case 'interactive':
      return interactiveOf(part);
    case 'order':
      return { body: orderOf(part) };
    case 'system':
      return { body: textOf(part.body) ?? CANNOT_SHOW };
    default:
      return { body: CANNOT_SHOW };
  }
};

const fileOf = (kind: ReceivedMedia['kind'], part: Part): Brings => {
  const id = textOf(part.id);
  if (id === null) return { body: CANNOT_SHOW };
  const source: CloudSource = { id, sha256: textOf(part.sha256) };
  return {
    body: textOf(part.caption) ?? '',
    media: {
      kind,
      mime: textOf(part.mime_type) ?? USUAL_MIMES[kind],
      name: textOf(part.filename),
      bytes: null,
      source: JSON.stringify(source),
    },
  };
};

const placeOf = ({ latitude, longitude, name, address }: Part): Brings =>
  typeof latitude === 'number' && typeof longitude === 'number'
    ? { body: '', place: { latitude, longitude, name: textOf(name), address: textOf(address) } }
    : { body: CANNOT_SHOW };

const cardOf = ({ name, phones }: Part): ContactCard => {
  const numbers = partsOf(phones).flatMap(({ phone, wa_id }) => {
    const [written, whole] = [textOf(phone), textOf(wa_id)];
    // An address book may have a part of the number alone.
    return whole && !written?.includes('+') ? `+${whole}` : (written ?? []);
  });
  return { name: textOf(partOf(name).formatted_name) ?? numbers[0] ?? '-', numbers };
};

const choiceOf = (id: unknown, title: unknown): Brings => {
  const [chosen, shown] = [textOf(id), textOf(title)];
  if (chosen === null && shown === null) return { body: CANNOT_SHOW };
  return { body: '', choice: { id: chosen ?? shown!, title: shown ?? chosen! } };
};

const interactiveOf = (part: Part): Brings => {
  const { id, title } = partOf(part[textOf(part.type) ?? '']);
  if (textOf(id) !== null || textOf(title) !== null) return choiceOf(id, title);
  const form = partOf(part.nfm_reply);
  const answers = flowAnswers(form.response_json);
  return { body: answers || linesOf(textOf(form.name), textOf(form.body)) || CANNOT_SHOW };
};

const orderOf = ({ text, product_items }: Part): string =>
  linesOf(
    textOf(text),
    ...partsOf(product_items).map(
      ({ quantity, product_retailer_id, item_price, currency }) =>
        `${quantity} × ${product_retailer_id} (${item_price} ${currency})`,
    ),
    ...totalsOf(partsOf(product_items)),
  ) || CANNOT_SHOW;

/** One for each currency. */
const totalsOf = (items: Part[]): string[] =>
  [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, those]) =>
    totalLine(
      those.reduce((sum, { quantity, item_price }) => sum + Number(quantity) * Number(item_price), 0),
      currency,
    ),
  );

/** The product that the customer asks about. */
const productOf = ({ referred_product }: Part): ReceivedMessage['context'] => {
  const { catalog_id, product_retailer_id } = partOf(referred_product);
  const words = textOf(product_retailer_id) ?? textOf(catalog_id);
  return words === null ? null : { kind: 'product', words, gist: null };
};

/** The advertisement or post that the customer came by. */
const referralOf = ({ headline, body, source_url }: Part): string => linesOf(textOf(headline), textOf(body), textOf(source_url));
