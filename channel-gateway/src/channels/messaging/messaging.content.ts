import { mapLink } from '@prosa/contracts';
import { CANNOT_SHOW, linesOf, partOf, partsOf, refsOf, textOf, withSource } from '../graph/graph.lines.ts';
import type { ReceivedMedia, ReceivedMessage } from '../provider.port.ts';

type Part = Record<string, unknown>;
type Brings = Pick<ReceivedMessage, 'body' | 'media' | 'choice' | 'context'>;

/** How a file is obtained: Meta's link, which ends after some days. */
export type LinkSource = { url: string };

const FILES: Record<string, [ReceivedMedia['kind'], string]> = {
  image: ['image', 'image/jpeg'],
  sticker: ['sticker', 'image/webp'],
  video: ['video', 'video/mp4'],
  audio: ['audio', 'audio/mp4'],
  file: ['document', 'application/octet-stream'],
};

/** The contents of a message of Messenger or Instagram: one for its text, and one for each of its files. */
export const bringsOf = (message: Part): Brings[] => {
  const text = textOf(message.text) ?? '';
  const choice = textOf(partOf(message.quick_reply).payload);
  const origin = linesOf(storyOf(message), referralOf(partOf(message.referral)));
  if (choice !== null) return [withSource({ body: '', choice: { id: choice, title: text || choice } }, origin)];
  const attachments = partsOf(message.attachments);
  const files = attachments.flatMap((one) => fileOf(one) ?? []);
  const lines = attachments.filter((one) => !fileOf(one)).map(lineOf);
  const body = linesOf(origin, ...lines) === '' ? text : linesOf(origin, ...lines, text);
  const [first, ...others] = files;
  if (first) return [{ body, media: first }, ...others.map((media) => ({ body: '', media }))];
  return [{ body: body || CANNOT_SHOW }];
};

const fileOf = ({ type, payload }: Part): ReceivedMedia | null => {
  const { url, sticker_id } = partOf(payload);
  const known = FILES[sticker_id === undefined ? String(type) : 'sticker'];
  const link = textOf(url);
  if (!known || link === null) return null;
  const [kind, mime] = known;
  return { kind, mime, name: null, bytes: null, source: JSON.stringify({ url: link } satisfies LinkSource) };
};

/** The line of an attachment that is no file: a place, something shared, a product. */
const lineOf = ({ type, title, url, payload }: Part): string => {
  const inside = partOf(payload);
  const place = partOf(inside.coordinates);
  const products = partsOf(partOf(inside.product).elements).map((one) => linesOf(textOf(one.title), textOf(one.subtitle)));
  const map = typeof place.lat === 'number' ? mapLink({ latitude: place.lat, longitude: Number(place.long) }) : null;
  const line = linesOf(textOf(title) ?? textOf(inside.title), ...products, map, textOf(url) ?? textOf(inside.url));
  return line || (type === undefined ? '' : CANNOT_SHOW);
};

/** The story that is answered. */
const storyOf = ({ reply_to }: Part): string | null => textOf(partOf(partOf(reply_to).story).url);
/** The advertisement, product or link that the customer came by. */
export const referralOf = (referral: Part): string => {
  const { ad_title } = partOf(referral.ads_context_data);
  const { id } = partOf(referral.product);
  return linesOf(textOf(ad_title), textOf(id), textOf(referral.ref), textOf(referral.referer_uri));
};
/** The names of the advertisement or link. */
export const referralRefs = ({ ref, ad_id }: Part) => refsOf(ref, ad_id);
