import { who } from '../../testing/cast.ts';
import { chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.signedIn(who.ana, 1);
  here.signedIn(who.carla, 1);
  here.signedOut(who.ana, 2);
  here.signedIn(who.ana, 3);
  here.signedOut(who.bruno, 1);
  here.sessionEnded(who.carla, 2, 'safety');
  there.sessionEnded(who.zoe, 1, 'safety');
  return [...here.take(), ...there.take()];
};
