import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MessageOwn, newId } from '@prosa/contracts';
import { connectMediaStore, createServer, type MediaStore, mediaVault } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import { drawn } from '../../../infra/testing/volume.ts';
import type { CommandService } from '../app.ts';
import { outreach } from '../channels/outreach/outreach.feature.ts';
import { messages } from '../desk/messages/messages.feature.ts';
import type { Caller, Deps } from '../kernel/deps.ts';
import { createHandler } from '../kernel/handler.ts';
import { authenticate } from '../people/sessions/authenticate.ts';
import { ask, caughtUp, openTicket, startPair } from '../testing/world.fixture.ts';
import { media } from './media.feature.ts';
import { formOf, post, sentIn } from './media.fixture.ts';
import { sweepMedia } from './sweep.ts';

const { world, c1, c2, scene } = await startPair();
afterAll(() => world.close());
const MEDIA_URL = pathToFileURL(world.mediaFolder).href;

/** The process dies before (`landed` false) or after its nth write of any kind: a row, a file, an event. */
type Moment = { step: number; landed: boolean };

/**
 * The media feature of another process that dies at a given moment, as with `kill -9`: from then on its calls are never answered, and calls
 * not yet made do not happen. A file whose write is interrupted is half written. `steps` lists the writes.
 */
const dyingConcurrently = async ({ deps }: CommandService, moment: Moment | null) => {
  const { promise: dead, resolve } = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  const steps: string[] = [];
  let alive = true;
  const step = async <Result>(name: string, work: () => Promise<Result>, half?: () => void): Promise<Result> => {
    if (!alive) return never;
    steps.push(name);
    if (steps.length !== moment?.step) return work();
    if (moment.landed) await work();
    else half?.();
    alive = false;
    resolve();
    return never;
  };
  const files = connectMediaStore({ MEDIA_URL });
  const store: MediaStore = {
    ...files,
    size: (name) => (alive ? files.size(name) : never),
    get: (name, range) => (alive ? files.get(name, range) : never),
    delete: (name) => step('delete', () => files.delete(name)),
    put: (name, bytes) =>
      step(
        'put',
        () => files.put(name, bytes),
        () =>
          void files.put(
            name,
            (async function* () {
              yield randomBytes(600_000);
              await never;
            })(),
          ),
      ),
  };
  const query = (...asked: [string, unknown[]?]) =>
    /command\.(media|asked)/.test(asked[0]) && !/^\s*select/.test(asked[0])
      ? step('row', () => deps.pool.query(...asked))
      : alive
        ? deps.pool.query(...asked)
        : never;
  const pool = new Proxy(deps.pool, {
    get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)),
  }) as Pool;
  const events = {
    ...deps.store,
    append: (...asked: Parameters<typeof deps.store.append>) => step('append', () => deps.store.append(...asked)),
  };
  const { codec, log, clock, referenceData, tokens } = deps;
  const mortal: Deps = {
    ...deps,
    pool,
    store: events,
    vault: mediaVault({ store, keys: deps.keys }),
    handle: createHandler({ store: events, codec, log, clock }),
  };
  const app = createServer<Caller>({ log, name: 'dying', tokens, authenticate: authenticate(referenceData) });
  media.routes?.(app, mortal);
  messages.routes?.(app, mortal);
  outreach.routes?.(app, mortal);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, dead, steps };
};

type Through = Pick<CommandService, 'app'>;
const contactOf = new Map<string, string>();
/** A file of a message, to be forwarded. */
const source = (() => {
  const bytes = randomBytes(150_000);
  let made: Promise<string> | null = null;
  const make = async () => {
    const ticketId = await ticket();
    const { body } = await post<MessageOwn>(c1, `/messages/${ticketId}`, scene.ana, formOf([{ bytes }]));
    return (body as MessageOwn).id;
  };
  return { bytes, id: () => (made ??= make()) };
})();
const forwarding = (ticketId: string) => {
  const key = newId();
  return async (through: Through) => {
    const answer = await fetch(`${through.app.listeningOrigin}/api/messages/sendForwardedMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.ana.token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ messageId: await source.id(), contactIds: [contactOf.get(ticketId)] }),
    });
    const { messages: [first] = [] } = (await answer.json()) as { messages?: { id: string }[] };
    return { status: answer.status, contents: [source.bytes], sent: first as MessageOwn };
  };
};

/**
 * A file that is uploaded, then sent; two that are sent with their message; one that is forwarded. Each of these can be repeated with its
 * key.
 */
const stories = {
  'uploaded, then sent': (ticketId: string) => {
    const [up, send, bytes] = [newId(), newId(), randomBytes(150_000)];
    return async (through: Through) => {
      const form = formOf([{ bytes }]);
      const { body } = await post<{ mediaId: string }>(through, `/media?ticketId=${ticketId}`, scene.ana, form, up);
      const sent = await fetch(`${through.app.listeningOrigin}/api/messages/${ticketId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${scene.ana.token}`, 'content-type': 'application/json', 'idempotency-key': send },
        body: JSON.stringify({ mediaId: body.mediaId }),
      });
      return { status: sent.status, contents: [bytes], sent: (await sent.json()) as MessageOwn };
    };
  },
  'two at once': (ticketId: string) => {
    const [key, contents] = [newId(), [randomBytes(150_000), Buffer.from('dois')]];
    return async (through: Through) => {
      const form = formOf(
        contents.map((bytes) => ({ bytes })),
        { body: 'Veja' },
      );
      const { status, body } = await post<MessageOwn>(through, `/messages/${ticketId}`, scene.ana, form, key);
      return { status, contents, sent: body as MessageOwn };
    };
  },
  'forwarded into a ticket': forwarding,
  'forwarded outside of any': (ticketId: string) => {
    const forward = forwarding(ticketId);
    const closed = (async () => {
      const closing = { token: scene.ana.token, body: { status: 'closed' } };
      expect((await ask(c1, `PUT /tickets/${ticketId}`, closing)).status).toBe(200);
    })();
    return async (through: Through) => {
      await closed;
      return forward(through);
    };
  },
};

let phones = 0;
const ticket = async () => {
  phones += 1;
  const { id, contactId } = await openTicket(c1, scene, scene.ana, `551196000${String(phones).padStart(4, '0')}`);
  contactOf.set(id, contactId);
  return id;
};
const files = () =>
  readdirSync(world.mediaFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(world.mediaFolder, path)).isFile(),
  );
const contentOf = async (mediaId: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of (await c2.deps.vault.open(mediaId))!.read()) pieces.push(piece);
  return Buffer.concat(pieces);
};
/** Sweeps as if a week had passed without anyone returning. */
const swept = async () => {
  await caughtUp(c1.deps, ['media']);
  while ((await sweepMedia(c1.deps, 0)) > 0);
  await connectMediaStore({ MEDIA_URL }).tidy(-1_000);
};

/** Returns the writes of a story: rows, files and events. */
const stepsOf = async (story: keyof typeof stories): Promise<string[]> => {
  const { steps, app } = await dyingConcurrently(c1, null);
  await stories[story](await ticket())({ app });
  await app.close();
  return steps;
};

test.each(Object.keys(stories) as (keyof typeof stories)[])(
  '%s: killed at any step, no message lacks its bytes, and no bytes remain without a message',
  async (name) => {
    const steps = await stepsOf(name);
    expect(new Set(steps)).toEqual(new Set(['row', 'put', 'append']));
    const killed: {
      place: string;
      ticketId: string;
      told: Awaited<ReturnType<ReturnType<(typeof stories)[typeof name]>>> | null;
    }[] = [];
    // Dying after a write equals dying before the next one, so `landed` is tested for the last write only.
    const moments = steps.flatMap((what, at) =>
      (at === steps.length - 1 ? [false, true] : [false]).flatMap((landed) =>
        [true, false].map((isRepeated) => ({ what, step: at + 1, landed, isRepeated })),
      ),
    );
    for (const { what, step, landed, isRepeated } of drawn(`${name}, killed at`, moments)) {
      const ticketId = await ticket();
      const call = stories[name](ticketId);
      const dying = await dyingConcurrently(c1, { step, landed });
      call(dying).catch(() => undefined);
      await dying.dead;
      dying.app.server.close();
      dying.app.server.closeAllConnections();
      const place = `${what} ${step}, landed: ${landed}, repeated: ${isRepeated}`;
      killed.push({ place, ticketId, told: isRepeated ? await call(c2) : null });
    }
    await swept();
    for (const { place, ticketId, told } of killed) {
      const facts = await sentIn(c1.deps, ticketId);
      // Each message exists once, and its file has all its bytes.
      expect({ place, once: new Set(facts.map(({ data }) => data.messageId)).size }).toEqual({ place, once: facts.length });
      const contents = await Promise.all(facts.map(({ data }) => contentOf(data.media!.mediaId)));
      if (told)
        expect({ place, status: told.status, first: facts[0]?.data.messageId, all: contents.length }).toEqual({
          place,
          status: 201,
          first: told.sent.id,
          all: told.contents.length,
        });
      for (const [n, content] of contents.entries()) if (told) expect(content.equals(told.contents[n]!)).toBe(true);
    }
    const { rows } = await c1.deps.pool.query('select state from command.media');
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['kept']));
    // Each file has a file of facts beside it.
    expect(files().length).toBe(2 * rows.length);
  },
  120_000,
);
