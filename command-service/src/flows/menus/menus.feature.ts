import { derivedId, type MediaFacts, Refused, routes } from '@prosa/contracts';
import { checked } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute, type Identify } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import type { ReferenceOption } from '../../kernel/reference-data.records.ts';
import { asItWas } from '../../kernel/state-as-of.ts';
import { createStaging } from '../../media/staging.ts';
import { menus as decider, keptMenus, type MenuCommand } from './menus.decider.ts';

type Form = { sent: unknown; file: MediaFacts | undefined };
type WithFile = typeof routes.menus.create | typeof routes.menus.change;

const calls = (app: App, deps: Deps): void => {
  const { commandOf, handle, referenceData, store } = deps;
  const staging = createStaging(deps);
  const forms = new WeakMap<FastifyRequest, Form>();

  /** Stages the file of a form, whose hash distinguishes the call from another one with its key. */
  const identifyWith =
    <Route extends WithFile>(route: Route): Identify<Route> =>
    async ({ principal: caller, request, upload }) => {
      const principal = caller as Caller;
      if (!upload) return commandOf(principal, request);
      let file: MediaFacts | undefined;
      try {
        const { companyId } = principal;
        const fields = await upload.each(async (part) => {
          const { kinds, maxBytes } = route.upload;
          file = await staging.stage({ ...part, owner: { subjectId: companyId, companyId }, kinds, maxBytes });
        });
        const sent = checked(route.body, fields);
        forms.set(request, { sent, file });
        return commandOf(principal, request, { ...sent, file: file ? [file.sha256, file.name] : null });
      } catch (error) {
        if (file) await staging.drop(file.mediaId).catch(() => undefined);
        throw error;
      }
    };

  const carryOut = async (identity: CommandIdentity, command: MenuCommand) => {
    const where = { decider, stream: `menus-${identity.companyId}` };
    const done = await handle({ ...identity, ...where, command, missing: 'ERR_NO_OPTION_FOUND' });
    const option = await asItWas(store, where, done, ({ options }) => options.get(command.id));
    return { done, option };
  };

  /** Carries out a command with the file of its form, which it claims; a file that no event names is released and dropped. */
  const withFile = async (
    identity: CommandIdentity,
    file: MediaFacts | undefined,
    command: (media: MediaFacts | undefined) => MenuCommand,
  ) => {
    const { companyId, commandId } = identity;
    let isNamed = false;
    try {
      const facts = file && (await staging.claim({ mediaId: file.mediaId, companyId, commandId })).facts;
      const { done, option } = await carryOut(identity, command(facts));
      isNamed = done.events.some(({ data }) => 'media' in data && data.media?.mediaId === file?.mediaId);
      if (!option) throw new Refused('ERR_NO_OPTION_FOUND');
      return { position: done.position, reply: own(option) };
    } finally {
      if (file && !isNamed) {
        await staging.release({ mediaId: file.mediaId, commandId }).catch(() => undefined);
        await staging.drop(file.mediaId).catch(() => undefined);
      }
    }
  };

  commandRoute(
    app,
    deps,
    routes.menus.create,
    async ({ body, identity, request }) => {
      const form = forms.get(request);
      const sent = form ? (form.sent as typeof body) : body;
      const { queueId, parentId = null, option, title, message } = sent;
      if (!(await referenceData.queue(identity.companyId, queueId))) throw new Refused('ERR_NO_QUEUE_FOUND');
      const id = derivedId(identity.commandId, 'option');
      return withFile(identity, form?.file, (media = undefined) => ({
        do: 'create option',
        id,
        queueId,
        parentId,
        option,
        title,
        message,
        media: media ?? null,
      }));
    },
    identifyWith(routes.menus.create),
  );

  commandRoute(
    app,
    deps,
    routes.menus.change,
    async ({ params: { id }, body, identity, request }) => {
      const form = forms.get(request);
      const { title, message, parentId, option } = form ? (form.sent as typeof body) : body;
      return withFile(identity, form?.file, (media) => ({
        do: 'change option',
        id,
        changes: { ...(title !== undefined && { title }), ...(message !== undefined && { message }), ...(media && { media }) },
        to: { ...(parentId !== undefined && { parentId }), option },
      }));
    },
    identifyWith(routes.menus.change),
  );

  commandRoute(app, deps, routes.menus.deleteMedia, async ({ params: { id }, identity }) => {
    const { done, option } = await carryOut(identity, { do: 'change option', id, changes: { media: null } });
    if (!option) throw new Refused('ERR_NO_OPTION_FOUND');
    return { position: done.position, reply: own(option) };
  });

  commandRoute(app, deps, routes.menus.delete, async ({ params: { id }, identity }) => {
    const { done } = await carryOut(identity, { do: 'delete option', id });
    return { position: done.position, reply: null };
  });
};

const own = ({ media, ...option }: ReferenceOption): z.output<typeof routes.menus.create.reply> => ({
  ...option,
  mediaType: media?.kind ?? null,
  mediaName: media?.name ?? null,
});

/** The menus of the queues. */
export const menus: Feature = { name: 'menus', keeps: keptMenus, routes: calls };
