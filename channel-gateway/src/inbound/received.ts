import { derivedId, fields, type Identity, type Inbound, limits, type MediaReference } from '@prosa/contracts';
import { safeName } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Connection, ReceivedMedia, ReceivedMessage, Vault } from '../channels/provider.port.ts';
import { cut, keptAuthor, keptContext, keptId, keptKind, keptName, keptRefs, keptTarget } from './kinds.ts';

/** Longer than any type in the registries. */
const MIME_LENGTH = 100;

/** A message as it is published. `file`: how the bytes of its file are obtained, which is on no bus. */
type Said = {
  to: Identity;
  value: Inbound;
  file: { mediaId: string; source: string; parcelId: string | null } | null;
};

/** Converts a customer's message for `channel.inbound`. A channel may send what cannot be stored: it is kept without that. */
export const saidBy = (
  { id: connectionId, companyId, channel }: Connection,
  { media, place, contacts, call, choice, line, author, context, refs = [], own = false, ...message }: ReceivedMessage,
): Said => {
  const [name, text, channelId] = [keptName(message.name), cut(message.body, limits.messageMax), keptId(message.channelId)];
  const quoted = message.quoted && keptTarget(message.quoted);
  // The same file of the same message always gets the same id, even if it arrives again.
  const mediaId = derivedId(connectionId, 'media', channelId);
  const content = media
    ? { body: null, media: referenceOf(mediaId, media, text) }
    : (keptKind({ place, contacts, call, choice, line }) ?? { body: text });
  const said = {
    companyId,
    connectionId,
    channel,
    ...message,
    name,
    channelId,
    quoted,
    ...content,
    ...(context && { context: keptContext(context) }),
  };
  return {
    to: message.identities[0],
    value: own
      ? { kind: 'mirrored', ...said }
      : {
          kind: 'message',
          ...said,
          ...(author && { author: keptAuthor(author) }),
          ...(refs.length > 0 && { refs: keptRefs(refs) }),
        },
    file: media ? { mediaId, source: media.source, parcelId: media.parcelId ?? null } : null,
  };
};

const referenceOf = (mediaId: string, media: ReceivedMedia, caption: string): MediaReference => {
  const { source: _, parcelId: __, mime, name, ...others } = media;
  return { ...others, mediaId, mime: fields.kept(mime).slice(0, MIME_LENGTH), name: safeName(name), caption };
};

/** Stores how the files of messages are obtained, sealed. */
export const keepSources = async (
  pool: pg.Pool,
  vaultOf: (connection: Connection) => Vault,
  connection: Connection,
  said: readonly Pick<Said, 'file'>[],
): Promise<void> => {
  const files = said.flatMap(({ file }) => file ?? []);
  if (files.length === 0) return;
  const vault = vaultOf(connection);
  const sealed = await Promise.all(files.map(({ mediaId, source }) => vault.seal(source, `media ${mediaId}`)));
  await pool.query(
    `insert into gateway.inbound_media (media_id, connection_id, source, parcel_id)
     select u.media_id, $1, u.source, u.parcel_id from unnest($2::uuid[], $3::bytea[], $4::uuid[]) as u(media_id, source, parcel_id)
     on conflict do nothing`,
    [connection.id, files.map(({ mediaId }) => mediaId), sealed, files.map(({ parcelId }) => parcelId)],
  );
};
