import { abilitiesOf, type Cards, carriedAs, type Identity, lengthIn, type MediaKind, type TextLimit } from '@prosa/contracts';
import type { GraphClient } from '../graph/graph.client.ts';
import { NoAnswer } from '../graph/graph.client.ts';
import { partsOf, textOf } from '../graph/graph.lines.ts';
import { multipart } from '../graph/graph.multipart.ts';
import type { Account } from '../graph/graph.session.ts';
import { type OpenFile, type OutgoingMessage, Permanent } from '../provider.port.ts';
import { interactiveOf } from './cloud.choices.ts';

const CLOUD = abilitiesOf('whatsapp', 'cloud');

/** The uploaded file, as stored with the message until it is sent. */
type Uploaded = { id: string; as: MediaKind };

/** Uploads the file of a message. Returns what `sendCloud` needs; uploading again does no harm. */
export const uploadFile = async (
  client: GraphClient,
  account: Account,
  { media, body }: OutgoingMessage,
  { openMedia, signal }: { openMedia: OpenFile; signal: AbortSignal },
): Promise<string> => {
  const file = await openMedia(media!.mediaId);
  if (!file) throw new Permanent('The file is not there.', { reason: 'media' });
  const as = sentAs(media!.kind, { mime: file.facts.mime, size: file.size }, body);
  const { mime } = file.facts;
  const form = multipart(
    { messaging_product: 'whatsapp', type: mime },
    { name: media!.name ?? 'arquivo', mime, size: file.size, read: () => file.read() },
  );
  const id = textOf((await client.post(`${account.id}/media`, { token: account.token, form, signal })).id);
  if (id === null) throw new Error('The upload has no id.');
  return JSON.stringify({ id, as } satisfies Uploaded);
};

const sentAs = (kind: MediaKind, { mime, size }: { mime: string; size: number }, caption: string): MediaKind => {
  const as = carriedAs(CLOUD, { kind, mime, bytes: size });
  if (as === 'link') throw new Permanent('WhatsApp does not take the file.', { reason: 'media' });
  // Sounds and stickers have no caption there.
  return caption !== '' && (as === 'audio' || as === 'sticker') ? 'document' : as;
};

/**
 * Sends a message by one of the two calls that take it; resolves with WhatsApp's id of it. The message carries ours, which comes back with
 * every status.
 */
export const sendCloud = async (
  client: GraphClient,
  account: Account,
  message: OutgoingMessage,
  { by = 'messages', signal }: { by?: 'messages' | 'marketing_messages'; signal: AbortSignal },
): Promise<{ channelId: string }> => {
  const { messageId, to, quoted } = message;
  const answers = quoted?.channelId ?? quoted?.sentAs;
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipientOf(to),
    ...contentOf(message),
    ...(answers && { context: { message_id: answers } }),
    biz_opaque_callback_data: messageId,
  };
  const { messages } = await client.post(`${account.id}/${by}`, { token: account.token, body, signal });
  const channelId = textOf(partsOf(messages)[0]?.id);
  if (channelId === null) throw new NoAnswer('The answer names no message.');
  return { channelId };
};

/** An id that only this business knows is dropped silently in `to`. */
const recipientOf = ({ kind, value }: Identity): object =>
  kind === 'bsuid' ? { recipient: value } : { to: value.replaceAll(/\D/g, '') };

const contentOf = ({ body, media, cards, template, choices, prepared }: OutgoingMessage): object => {
  if (template)
    return {
      type: 'template',
      template: {
        name: template.name,
        language: { code: template.language },
        ...(template.values.length > 0 && {
          components: [{ type: 'body', parameters: template.values.map((text) => ({ type: 'text', text })) }],
        }),
      },
    };
  if (cards) return cardsOf(cards);
  if (!media) {
    assertFits(body, CLOUD.longestText);
    const interactive = choices && interactiveOf(body, choices);
    if (interactive) return { type: 'interactive', interactive };
    return { type: 'text', text: { body, preview_url: true } };
  }
  assertFits(body, CLOUD.longestCaption);
  const { id, as } = JSON.parse(prepared!) as Uploaded;
  const name = as === 'document' ? { filename: media.name ?? 'arquivo' } : {};
  return { type: as, [as]: { id, ...name, ...(body !== '' && { caption: body }) } };
};

/** Decimals of a degree: a tenth of a metre. */
const DEGREES = 6;
/** A name of its own besides the formatted one is required. */
const cardsOf = ({ place, contacts = [] }: Cards): object => {
  if (!place)
    return {
      type: 'contacts',
      contacts: contacts.map(({ name, numbers }) => ({
        name: { formatted_name: name, first_name: name },
        phones: numbers.map((phone) => ({ phone })),
      })),
    };
  const { latitude, longitude, name, address } = place;
  const words = { ...(name && { name }), ...(address && { address }) };
  return { type: 'location', location: { latitude: latitude.toFixed(DEGREES), longitude: longitude.toFixed(DEGREES), ...words } };
};

const assertFits = (text: string, limit: TextLimit): void => {
  if (lengthIn(limit, text) > limit.max) throw new Permanent('The text is too long.');
};
