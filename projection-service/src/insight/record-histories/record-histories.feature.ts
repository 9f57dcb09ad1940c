import { grantsAsSuper, PLATFORM, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { Aside, Feature, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import { companySources, settingSources } from './company.telling.ts';
import { contactSources } from './contact.telling.ts';
import { queueSources } from './queue.telling.ts';
import { type Asked, historyReader } from './record-histories.reading.ts';
import { userSources } from './user.telling.ts';

const { recordHistories: calls } = routes;

const register = (app: ReadServer, reader: Reader, aside: Aside): void => {
  const read = historyReader(reader, aside);
  const answer = async (reply: Parameters<typeof answerPosition>[0], asked: Asked) => {
    const { history, position } = await read(asked);
    answerPosition(reply, position);
    return history;
  };

  implement(app, calls.contact, ({ principal: asker, params: { contactId }, query, reply }) => {
    const { companyId } = asker;
    const sources = contactSources(contactId);
    return answer(reply, { asker, query, companyId, id: contactId, sources, missing: 'ERR_NO_CONTACT_FOUND' });
  });

  implement(app, calls.user, ({ principal: asker, params: { userId }, query, reply }) => {
    const { companyId } = asker;
    const sources = userSources(companyId, userId);
    return answer(reply, { asker, query, companyId, id: userId, sources, missing: 'ERR_NO_USER_FOUND' });
  });

  implement(app, calls.queue, ({ principal: asker, params: { queueId }, query, reply }) => {
    const { companyId } = asker;
    const sources = queueSources(companyId, queueId);
    return answer(reply, { asker, query, companyId, id: queueId, sources, missing: 'ERR_NO_QUEUE_FOUND' });
  });

  implement(app, calls.settings, ({ principal: asker, query, reply }) => {
    const { companyId } = asker;
    return answer(reply, { asker, query, companyId, sources: settingSources(companyId) });
  });

  implement(app, calls.company, ({ principal: asker, params: { companyId }, query, reply }) => {
    const missing = 'ERR_NO_COMPANY_FOUND';
    const overlooks = grantsAsSuper(calls.company.may, asker);
    // The platform is no company that platform-level users of others look after.
    if (companyId !== asker.companyId && (!overlooks || companyId === PLATFORM)) throw new Refused(missing);
    const sources = companySources(companyId);
    return answer(reply, { asker, query, companyId, id: companyId, sources, super: overlooks, missing });
  });
};

/** Who changed what of records that are not tickets. It has no table: whoever was forgotten is forgotten here as well. */
export const recordHistories: Feature = { name: 'record-histories', tables: [], routes: register };
