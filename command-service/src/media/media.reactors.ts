import { conversationEvents } from '@prosa/contracts';
import { pause } from '@prosa/infra/runtime';
import { defineReactor } from '../kernel/reactor.ts';
import { keepDeletingErased } from './erased.ts';
import { KEEPER, sweepMedia } from './sweep.ts';

const EVERY_MS = 3_600_000;

/** Keeps files that an event names; deletes those that none has named for a week, and those of erased persons. */
export const keepMedia = defineReactor({
  name: KEEPER,
  streams: ['conversation-'],
  events: [conversationEvents.MessageSent, conversationEvents.OutreachSent, conversationEvents.MediaStored],
  start: ({ pool, store, vault, log }) => ({
    rows: () => {
      const named = new Set<string>();
      return {
        fold: ({ data }) => {
          if (data.media) named.add(data.media.mediaId);
        },
        isEmpty: () => named.size === 0,
        write: async (client) => {
          await client.query(`update command.media set state = 'kept', at = now() where id = any($1) and state <> 'kept'`, [
            [...named],
          ]);
        },
      };
    },
    beside: async (signal) => {
      const erasing = keepDeletingErased({ pool, vault, log }, signal);
      while (!signal.aborted) {
        try {
          await vault.tidy();
          while ((await sweepMedia({ pool, store, vault })) > 0) if (signal.aborted) break;
        } catch (err) {
          log.warn({ err }, 'cannot sweep the files that no event names, retrying later');
        }
        await pause(EVERY_MS, signal);
      }
      await erasing;
    },
  }),
});
