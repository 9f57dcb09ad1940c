import type { Fact } from '@prosa/contracts';
import { factsOf, type News, uuid } from './news.ts';

/**
 * The people and things in the stories. Ana serves sales, Bruno support, Duda both, Gil sees grey, Elio nothing, Carla administrates; Zoe
 * belongs to another company.
 */
export const who = {
  company: uuid(1),
  foreign: uuid(2),
  sales: uuid(11),
  support: uuid(12),
  gone: uuid(13),
  carla: uuid(21),
  ana: uuid(22),
  bruno: uuid(23),
  duda: uuid(24),
  elio: uuid(25),
  gil: uuid(26),
  zoe: uuid(29),
  shop: uuid(31),
  oldShop: uuid(32),
  cloud: uuid(33),
  farShop: uuid(39),
  maria: uuid(41),
  joao: uuid(42),
  forgotten: uuid(43),
  farMaria: uuid(48),
  abandoned: uuid(49),
  late: uuid(51),
  angry: uuid(52),
};

const personal = new Set([
  'name',
  'number',
  'email',
  'extraInfo',
  'fields',
  'body',
  'note',
  'signature',
  'observation',
  'description',
]);

/** A story as it is read after the erased contact's key was destroyed: their personal fields are null. Positions are assigned anew. */
export const remembered = (news: readonly News[]): Fact[] =>
  factsOf(news).map((fact, place) => {
    const data = fact.data as Record<string, unknown>;
    if (news[place]!.contactId !== who.forgotten && ![data.contactId, data.itemId].includes(who.forgotten)) return fact;
    return {
      ...fact,
      data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, personal.has(name) ? null : value])),
    };
  });
