import { ApiMessageForm, type ChosenTemplate, childId, type MediaFacts, Refused, routes } from '@prosa/contracts';
import { implement, type TokenHolder } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import { messageAt } from '../../desk/messages/message.reading.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute, type Identify } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { bodyOfForm, claiming, type SentForm, sendEach, stageForm } from '../../media/sent-files.ts';
import { createStaging } from '../../media/staging.ts';
import { isOff } from '../connections/is-off.ts';
import { templatesOf } from '../connections/templates.ts';
import { createReachOut } from '../outreach/reach-out.ts';
import { createContactOfNumber } from './contact-of-number.ts';
import { createLeaving } from './leaving.ts';
import { messageRate, rateMigrations } from './message-rate.ts';
import { messageAnswer, sentMessage } from './sent-message.ts';

/** Whom a message goes to, and through which connection. */
type To = { companyId: string; connectionId: string; contactId: string };

const calls = (app: App, deps: Deps): void => {
  const { store, referenceData, config, pool } = deps;
  const take = messageRate(pool, config.PROSA_MESSAGES_RATE);
  const contactOf = createContactOfNumber(deps);
  const reachOut = createReachOut(deps);
  const templates = templatesOf(deps);
  const staging = createStaging(deps);
  const answer = messageAnswer(createLeaving(deps));
  const find = sentMessage(store, answer);
  const forms = new WeakMap<FastifyRequest, SentForm<ApiMessageForm>>();

  /** The actor is the connection: a token says nothing of a person. */
  const identify: Identify<typeof routes.messagesApi.send> = async ({ principal, request, upload }) => {
    const { companyId, connectionId } = principal;
    await take(connectionId);
    const by = { companyId, userId: connectionId, scopes: [] };
    if (!upload) return deps.commandOf(by, request);
    // The number may come after the files, so they are kept for the company until it is known whom they are for.
    const form = await stageForm(staging, upload, { subjectId: companyId, companyId }, ApiMessageForm);
    forms.set(request, form);
    return deps.commandOf(by, request, bodyOfForm(form));
  };

  const assertOn = async ({ companyId, connectionId }: TokenHolder): Promise<void> => {
    const connection = await referenceData.connection(companyId, connectionId);
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    if (isOff(connection)) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
  };

  const send = async (identity: CommandIdentity, to: To, body: string, more: () => Promise<object> = async () => ({})) => {
    const { contactId, connectionId } = to;
    const said = { origin: 'api', userId: null, body, contactId, connectionId } as const;
    const done = await reachOut.send(identity, said, async () => {
      await assertOn(to);
      return more();
    });
    const id = childId(done.key, `out:${identity.commandId}`);
    return { ...done, reply: await answer(to, id, done.at) };
  };

  const sendText = (identity: CommandIdentity, to: To, body: string, template: ChosenTemplate | null) =>
    send(identity, to, body, async () => (template ? { template, body: await templates.textOf(to, template) } : {}));

  /** Each file is a message, the words with the first of them. */
  const sendFiles = async (identity: CommandIdentity, to: To, body: string, files: readonly MediaFacts[]) => {
    const copies: MediaFacts[] = [];
    for (const { mediaId } of files) {
      const copy = await staging.copy(mediaId, { subjectId: to.contactId, companyId: to.companyId });
      if (!copy) throw new Refused('ERR_NO_MEDIA_FOUND');
      copies.push(copy);
    }
    const sent = await sendEach(
      { staging, identity, clientId: null, files: copies },
      ({ command, mediaId, isFirst }) =>
        claiming(staging, command, mediaId, ({ facts, subjectId }) =>
          send(command, to, isFirst ? body : '', async () => ({ media: facts, mediaOf: subjectId })),
        ),
      async ({ repeated, reply, revision }, mediaId) => {
        if (!repeated) return true;
        const first = await messageAt(store, reply.id, Number(revision));
        return (first?.type === 'MessageSent' || first?.type === 'OutreachSent') && first.data.media?.mediaId === mediaId;
      },
    );
    return { position: sent.at(-1)!.position, reply: { ...sent[0].reply, ids: sent.map(({ reply }) => reply.id) } };
  };

  commandRoute(
    app,
    deps,
    routes.messagesApi.send,
    async ({ body: json, principal, identity, request }) => {
      const form = forms.get(request);
      const { number, body } = form?.sent ?? json;
      try {
        const to = { ...principal, contactId: await contactOf({ ...principal, number, actor: identity.actor }) };
        if (form && form.files.length > 0) return await sendFiles(identity, to, body, form.files);
        const { position, reply } = await sendText(identity, to, body, form ? null : (json.template ?? null));
        return { position, reply };
      } finally {
        for (const { mediaId } of form?.files ?? []) await staging.drop(mediaId).catch(() => undefined);
      }
    },
    identify,
  );

  implement(app, routes.messagesApi.sent, ({ params, principal }) => find(params.id, principal));
};

/** Messages that other systems send with the token of a connection. */
export const messagesApi: Feature = { name: 'messages-api', routes: calls, migrations: rateMigrations };
