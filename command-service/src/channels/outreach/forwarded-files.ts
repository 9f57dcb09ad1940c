import { childId, type MediaFacts, Refused } from '@prosa/contracts';
import { MediaForgotten } from '@prosa/infra/runtime';
import type { Conversed } from '../../desk/conversations/conversations.ts';
import { messageAt } from '../../desk/messages/message.reading.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import type { Deps } from '../../kernel/deps.ts';
import { createStaging } from '../../media/staging.ts';

/** A copy of a file for one contact. `sent`: a message may name it. */
export type FileCopy = { mediaId: string; facts: MediaFacts; sent: boolean };
type To = { contactId: string; subjectId: string };

/** The files of a forward: one copy per contact, encrypted with the contact's own key, staged and claimed like an uploaded file. */
export const createForwardedFiles = (deps: Pick<Deps, 'pool' | 'store' | 'vault'>) => {
  const staging = createStaging(deps);

  const copyOf = async (from: string, companyId: string, { subjectId }: To): Promise<FileCopy> => {
    const facts = await staging.copy(from, { subjectId, companyId }).catch((error: unknown) => {
      throw error instanceof MediaForgotten ? new Refused('ERR_CREATING_MESSAGE') : error;
    });
    if (!facts) throw new Refused('ERR_MEDIA_PENDING');
    return { mediaId: facts.mediaId, facts, sent: false };
  };

  /** Drops the copies that no message names. The sweep deletes those that cannot be dropped now. */
  const drop = async (copies: Iterable<FileCopy>): Promise<void> => {
    for (const { mediaId, sent } of copies) if (!sent) await staging.drop(mediaId).catch(() => undefined);
  };

  /** Makes all copies before the first message is sent, by contact: if one fails, none is kept. */
  const copy = async (from: string, companyId: string, to: readonly To[]): Promise<Map<string, FileCopy>> => {
    const copies = new Map<string, FileCopy>();
    try {
      for (const one of to) copies.set(one.contactId, await copyOf(from, companyId, one));
    } catch (error) {
      await drop(copies.values());
      throw error;
    }
    return copies;
  };

  /** Whether the message has this copy: true for a repeated command whose first answer was lost. */
  const names = async ({ key, revision }: Conversed, commandId: string, mediaId: string): Promise<boolean> => {
    const sent = await messageAt(deps.store, childId(key, `out:${commandId}`), Number(revision));
    return (sent?.type === 'MessageSent' || sent?.type === 'OutreachSent') && sent.data.media?.mediaId === mediaId;
  };

  /** Runs a command with its copy. If the command is refused, or was done earlier with another copy, the copy is released. */
  const sendWith = async (
    copied: FileCopy,
    { commandId, companyId }: CommandIdentity,
    carryOut: (file: { media: MediaFacts; mediaOf: string }) => Promise<Conversed>,
  ): Promise<Conversed> => {
    const { mediaId } = copied;
    const { facts, subjectId } = await staging.claim({ mediaId, companyId, commandId });
    copied.sent = true;
    const release = async () => {
      await staging.release({ mediaId, commandId });
      copied.sent = false;
    };
    try {
      const done = await carryOut({ media: facts, mediaOf: subjectId });
      if (done.repeated && !(await names(done, commandId, mediaId))) await release();
      return done;
    } catch (error) {
      if (error instanceof Refused && error.status < 500) await release();
      throw error;
    }
  };

  return { copy, sendWith, drop };
};
