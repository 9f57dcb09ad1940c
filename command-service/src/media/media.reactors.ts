import {
  announcements,
  campaigns,
  chatEvents,
  contactEvents,
  conversationEvents,
  menuEvents,
  plainRecords,
  userEvents,
} from '@prosa/contracts';
import { defineReactor } from '../kernel/reactor.ts';
import { sweeping } from '../kernel/sweeping.ts';
import { keepDeletingErased } from './erased.ts';
import { KEEPER, sweepMedia } from './sweep.ts';

const EVERY_MS = 3_600_000;
/** The records that have a file. */
const filed = [announcements, campaigns, ...plainRecords].flatMap(({ kind, filed }) =>
  filed ? [{ stream: `${kind}-`, filed }] : [],
);

/** Keeps files that an event names, until one says that another replaces them; deletes those that none has named for a week, and those of erased persons. */
export const keepMedia = defineReactor({
  name: KEEPER,
  streams: ['conversation-', 'users-', 'contact-', 'menus-', 'chat-', ...filed.map(({ stream }) => stream)],
  events: [
    conversationEvents.MessageSent,
    conversationEvents.OutreachSent,
    conversationEvents.MediaStored,
    userEvents.UserPictureChanged,
    contactEvents.ContactPictureChanged,
    // Customers have been sent what an option had before: it stays.
    menuEvents.OptionCreated,
    menuEvents.OptionChanged,
    chatEvents.ChatMessagePosted,
    ...filed.map((record) => record.filed),
  ],
  start: ({ pool, store, vault, log }) => ({
    rows: () => {
      const named = new Set<string>();
      const replaced = new Set<string>();
      return {
        fold: (fact) => {
          if ('replaces' in fact.data) {
            const { mediaId, replaces } = fact.data;
            if (mediaId !== null) named.add(mediaId);
            if (replaces !== null) replaced.add(replaces);
          } else if (fact.data.media) named.add(fact.data.media.mediaId);
        },
        isEmpty: () => named.size + replaced.size === 0,
        write: async (client) => {
          // A file can be dropped before its event is read here: it is being deleted then.
          await client.query(
            `update command.media set state = 'kept', at = now() where id = any($1) and state not in ('kept', 'dropped')`,
            [[...named]],
          );
          await client.query(`update command.media set state = 'dropped', at = now() where id = any($1) and state <> 'dropped'`, [
            [...replaced],
          ]);
        },
      };
    },
    beside: async (signal) => {
      const sweep = async () => {
        await vault.tidy();
        while ((await sweepMedia({ pool, store, vault })) > 0) if (signal.aborted) break;
      };
      await Promise.all([
        keepDeletingErased({ pool, vault, log }, signal),
        sweeping({ everyMs: EVERY_MS, log, failed: 'cannot sweep the files that no event names' }, sweep, signal),
      ]);
    },
  }),
});
