import { grantsAsSuper, lookOf, PLATFORM, Refused, type RouteDefinition, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { Aside, Asker, Feature, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import { companySources, settingSources } from './company.telling.ts';
import { contactSources } from './contact.telling.ts';
import { queueSources } from './queue.telling.ts';
import { type Asked, historyReader } from './record-histories.reading.ts';
import { userSources } from './user.telling.ts';

const { recordHistories: calls } = routes;

type Call = { principal: Asker; params: unknown; query: Asked['query']; reply: Parameters<typeof answerPosition>[0] };

const register = (app: ReadServer, reader: Reader, aside: Aside): void => {
  const read = historyReader(reader, aside);
  /** Whoever reads a history looks at others' work: that is durable before the answer. */
  const answer = async (
    route: RouteDefinition,
    { principal: asker, params, query, reply }: Call,
    of: Omit<Asked, 'asker' | 'query'>,
  ) => {
    const { history, position } = await read({ asker, query, ...of });
    const ofCompany = { kind: 'history', subject: { kind: 'company', id: asker.companyId } } as const;
    await app.looks.note(asker, lookOf(route.looks, params, query) ?? ofCompany);
    answerPosition(reply, position);
    return history;
  };

  implement<typeof calls.contact, Asker>(app, calls.contact, (called) => {
    const {
      principal: asker,
      params: { contactId: id },
    } = called;
    const sources = contactSources(id);
    return answer(calls.contact, called, { companyId: asker.companyId, id, sources, missing: 'ERR_NO_CONTACT_FOUND' });
  });

  implement<typeof calls.user, Asker>(app, calls.user, (called) => {
    const {
      principal: asker,
      params: { userId: id },
    } = called;
    const sources = userSources(asker.companyId, id);
    return answer(calls.user, called, { companyId: asker.companyId, id, sources, missing: 'ERR_NO_USER_FOUND' });
  });

  implement<typeof calls.queue, Asker>(app, calls.queue, (called) => {
    const {
      principal: asker,
      params: { queueId: id },
    } = called;
    const sources = queueSources(asker.companyId, id);
    return answer(calls.queue, called, { companyId: asker.companyId, id, sources, missing: 'ERR_NO_QUEUE_FOUND' });
  });

  implement<typeof calls.settings, Asker>(app, calls.settings, (called) => {
    const { companyId } = called.principal;
    return answer(calls.settings, called, { companyId, sources: settingSources(companyId) });
  });

  implement<typeof calls.company, Asker>(app, calls.company, (called) => {
    const {
      principal: asker,
      params: { companyId },
    } = called;
    const missing = 'ERR_NO_COMPANY_FOUND';
    const overlooks = grantsAsSuper(calls.company.may, asker);
    // The platform is no company that platform-level users of others look after.
    if (companyId !== asker.companyId && (!overlooks || companyId === PLATFORM)) throw new Refused(missing);
    const sources = companySources(companyId);
    return answer(calls.company, called, { companyId, id: companyId, sources, super: overlooks, missing });
  });
};

/** Who changed what of records that are not tickets. It has no table: whoever was forgotten is forgotten here as well. */
export const recordHistories: Feature = { name: 'record-histories', tables: [], routes: register };
