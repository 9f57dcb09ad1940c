import {
  type Actor,
  childId,
  conversationKey,
  conversationOf,
  derivedId,
  type Inbound,
  limits,
  type MediaAnnounced,
  type MessageContext,
  Refused,
} from '@prosa/contracts';
import { Unprocessable } from '@prosa/infra/runtime';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import type { ReceivedKind } from '../../desk/conversations/conversation.commands.ts';
import { type Asked, createConverse } from '../../desk/conversations/conversations.ts';
import type { Deps } from '../../kernel/deps.ts';
import { heldChanges } from './early-changes.ts';

type Message = Extract<Inbound, { kind: 'message' | 'mirrored' }>;
type Change = Extract<Inbound, { kind: 'edit' | 'revoke' | 'reaction' }>;

/**
 * The text of a customer's message, and its content if it is not text. The text of a choice is its title, that of a file its caption. Throws
 * Unprocessable if it is too long.
 */
export const receivedKind = ({
  body,
  media,
  place,
  contacts,
  call,
  choice,
  line,
  forwarded,
  context,
}: Message): { body: string; brings: ReceivedKind; forwarded: boolean; context: MessageContext | null } => {
  const { caption, waveform, ...announced } = media ?? { caption: null };
  const brings = {
    ...(place && { place }),
    ...(contacts && { contacts }),
    ...(call && { call }),
    ...(choice && { choice }),
    ...(line && { line }),
    ...(media && { media: announced as MediaAnnounced }),
    ...(waveform && { waveform }),
  };
  const text = body ?? caption ?? choice?.title ?? '';
  if (text.length > limits.messageMax) throw new Unprocessable('The text is too long.');
  return { body: text, brings, forwarded: !!forwarded, context: context ?? null };
};

/** Our id of the message that is quoted. */
export const quotedIn = ({ quoted }: Message, key: string): string | null =>
  quoted && ('messageId' in quoted ? quoted.messageId.toLowerCase() : childId(key, `in:${quoted.channelId}`));

/**
 * Carries out what a customer does to a message: editing, deleting or reacting. A sender who is no contact does not become one, and a
 * reference to another company's message changes nothing. Neither case is reported to anyone. What comes before its message is held for a
 * day: `came` carries it out.
 */
export const createChangeMessage = (deps: Deps) => {
  const converse = createConverse(deps.handle);
  const findContact = createFindContact({ ...deps, claims: createClaims(deps) });
  const held = heldChanges(deps);
  /** Returns whose change waits because its message is not here: a contact, or nobody known; undefined if it does not wait. */
  const carryOut = async (told: Change): Promise<string | null | undefined> => {
    const { companyId, connectionId, identities, channelId, target, at } = told;
    if (told.kind === 'edit' && told.body.length > limits.messageMax) throw new Unprocessable('The text is too long.');
    const contactId = await findContact(companyId, identities);
    if (contactId === null) return null;
    const ours = 'messageId' in target ? target.messageId : null;
    const first = conversationKey(connectionId, contactId);
    const { own, author } = told;
    // An author who is no contact has written nothing here.
    const authorId = author ? await findContact(companyId, author.identities) : null;
    if (author && authorId === null && told.kind !== 'reaction') return null;
    const actor: Actor = own ? { kind: 'system', id: `channel:${connectionId}` } : { kind: 'customer', id: contactId };
    const sources = told.kind === 'edit' && !own ? await deps.referenceData.socialMedias(companyId) : [];
    const asked = (key: string, customerId: string): Asked => {
      const common = {
        messageId: ours ?? childId(key, `in:${(target as { channelId: string }).channelId}`),
        connectionId,
        contactId: customerId,
        own,
        ...(authorId && { authorId }),
        sentAt: at,
      };
      switch (told.kind) {
        case 'edit':
          return { do: 'edit message', body: told.body, sources, ...common };
        case 'revoke':
          return { do: 'revoke message', ...common };
        case 'reaction':
          return { do: 'react to message', emoji: told.emoji, ...common };
      }
    };
    let isMissing = false;
    try {
      await converse(
        {
          key: (ours && conversationOf(ours)) ?? first,
          companyId,
          commandId: derivedId(connectionId, told.kind, channelId),
          actor,
          missing: 'ERR_NO_MESSAGE_FOUND',
        },
        // If the conversation is continued in another, the contact is the survivor of the merge.
        (state, key) => {
          const command = asked(key, key === first || ours ? contactId : (state.started?.contactId ?? contactId));
          isMissing = 'messageId' in command && !state.messages.has(command.messageId);
          return command;
        },
      );
    } catch (error) {
      // The message belongs to another company: only its id is known here.
      if (!(error instanceof Refused && error.code === 'ERR_NO_MESSAGE_FOUND')) throw error;
    }
    return isMissing ? (authorId ?? contactId) : undefined;
  };
  return {
    change: async (told: Change): Promise<void> => {
      const waitsFor = await carryOut(told);
      if (waitsFor !== undefined) await held.hold(told, waitsFor);
    },
    /** A message has come: what was done to it before that is carried out. */
    came: async (message: Pick<Message, 'companyId' | 'connectionId' | 'channelId'>): Promise<void> => {
      const changes = await held.of(message);
      for (const told of changes) await carryOut(told);
      if (changes.length > 0) await held.drop(message);
    },
  };
};
