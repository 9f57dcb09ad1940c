import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Parcels } from '@prosa/infra/runtime';

type Owner = Parameters<Parcels['put']>[1];

/** A file that is written piece by piece into the store of files, and read as often as it is needed. */
export type Sink = {
  write: (bytes: Uint8Array) => Promise<void>;
  /** Resolves when all of it is stored. */
  end: () => Promise<() => AsyncGenerator<Buffer>>;
};

const PENDING = 1 << 20;

export const sinkOf = (parcels: Parcels, id: string, owner: Owner): Sink => {
  const pipe = new PassThrough({ highWaterMark: PENDING });
  pipe.on('error', () => undefined);
  const stored = parcels.put(id, owner, pipe);
  stored.catch(() => pipe.destroy());
  return {
    write: async (bytes) => {
      if (!pipe.write(bytes)) await Promise.race([once(pipe, 'drain'), stored]);
    },
    end: async () => {
      pipe.end();
      const ticket = await stored;
      return async function* () {
        const opened = await parcels.open(ticket);
        if (!opened) throw new Error('A part of an export went.');
        yield* opened.read();
      };
    },
  };
};
