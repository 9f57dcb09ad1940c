import { allEvents } from '../../catalogue/catalogue.ts';
import { exportTexts } from './exports.texts.ts';

test('the page of an export names the same events in each language, all of which there are', () => {
  const named = Object.keys(exportTexts.pt.events).sort();
  for (const language of ['en', 'es'] as const) expect(Object.keys(exportTexts[language].events).sort()).toEqual(named);
  expect(named.filter((type) => !(type in allEvents))).toEqual([]);
});
