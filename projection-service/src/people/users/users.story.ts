import { apiKeyEvents, queueEvents, sectors, userEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const set = `queues-${who.company}`;
  here.queue(who.sales, 'Vendas', '#AA0000');
  here.queue(who.support, 'Suporte', '#00AA00');
  here.queue(who.gone, 'Antiga', '#0000AA');
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.user(who.bruno, 'Bruno', { queueIds: [who.support, who.gone] });
  here.user(who.elio, 'Elio');
  here.userChanged(who.ana, { name: 'Ana Paula' });
  here.tell(set, queueEvents.QueueChanged, { queueId: who.sales, name: 'Balcão', color: '#BB0000' });
  here.userChanged(who.ana, { queueIds: [who.sales, who.support] });
  here.queueDeleted(who.gone);
  const [delivery, finance] = [uuid(71), uuid(72)];
  here.tell(`sector-${delivery}`, sectors.events.created, { id: delivery, name: 'Entregas' });
  here.tell(`sector-${finance}`, sectors.events.created, { id: finance, name: 'Financeiro' });
  here.user(who.duda, 'Duda', { sectorId: delivery });
  here.userChanged(who.ana, { sectorId: finance });
  here.tell(`sector-${delivery}`, sectors.events.changed, { id: delivery, name: 'Expedição' });
  here.tell(`sector-${finance}`, sectors.events.deleted, { id: finance });
  here.userChanged(who.duda, { sectorId: null });
  here.userChanged(who.duda, { sectorId: delivery });
  here.userChanged(who.bruno, { profile: 'supervisor', queueIds: [who.support] });
  here.userDeleted(who.elio);
  here.signedIn(who.ana, 1);
  here.presence(who.ana, true, 1);
  here.presence(who.bruno, true, 1);
  here.presence(who.ana, false, 2);
  here.presence(who.bruno, false, 2);
  here.presence(who.ana, true, 3);
  here.idle(who.ana, true, 4);
  here.available(who.bruno, 'busy');
  here.idle(who.ana, false, 5);
  here.available(who.duda, 'away');
  here.twoStep(who.ana, true);
  here.twoStep(who.carla, true);
  here.twoStep(who.carla, false);
  there.user(who.zoe, 'Zoe', { profile: 'admin' });
  for (const userId of [who.ana, who.bruno]) {
    here.tell(`users-${who.company}`, userEvents.UserInvited, { userId, language: 'pt' });
    here.tell(`users-${who.company}`, userEvents.EmailCheckRequested, { userId, language: 'en' });
  }
  here.tell(`users-${who.company}`, userEvents.EmailVerified, { userId: who.bruno });
  here.tell(`users-${who.company}`, userEvents.PasswordChanged, { userId: who.bruno });
  const asks = (userId: string, email: string) =>
    here.tell(`users-${who.company}`, userEvents.EmailChangeRequested, { userId, email, language: 'pt' });
  asks(who.ana, 'ana@nova.test');
  asks(who.bruno, 'bruno@nova.test');
  asks(who.carla, 'carla@nova.test');
  here.tell(`users-${who.company}`, userEvents.UserChanged, { userId: who.bruno, email: 'bruno@nova.test' });
  here.tell(`users-${who.company}`, userEvents.EmailChangeDropped, { userId: who.carla });
  const [first, second] = [uuid(73), uuid(74)];
  const picture = (userId: string, mediaId: string | null, replaces: string | null) =>
    here.tell(`users-${who.company}`, userEvents.UserPictureChanged, { userId, mediaId, replaces });
  picture(who.ana, first, null);
  picture(who.ana, second, first);
  picture(who.bruno, uuid(75), null);
  picture(who.bruno, null, uuid(75));
  there.tell(`users-${who.foreign}`, userEvents.PasswordChanged, { userId: who.zoe });
  const erp = { keyId: uuid(76), name: 'ERP', scopes: ['read'], hash: 'hash-of-a-token', userId: who.carla };
  here.tell(`api-keys-${who.company}`, apiKeyEvents.ApiKeyCreated, erp);
  return [...here.take(), ...there.take()];
};
