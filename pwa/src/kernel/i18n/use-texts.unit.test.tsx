import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { changeLanguage, startI18n } from './i18n.ts';
import { useLanguage, useTexts } from './use-texts.ts';

beforeAll(() => startI18n('pt'));
afterEach(async () => {
  cleanup();
  await act(() => changeLanguage('pt'));
});

const given = new Set<unknown>();
const Place = () => {
  const { t } = useTexts('ui');
  given.add(t);
  return (
    <li lang={useLanguage()}>
      {t('loading')}, {t('unread', { count: 2 })}
    </li>
  );
};
const shown = () => screen.getAllByRole('listitem').map(({ lang, textContent }) => `${lang}: ${textContent}`);

test('all places have the same texts of the same function, and those of another language once it is chosen', async () => {
  render(
    <ul>
      <Place />
      <Place />
    </ul>,
  );
  expect(shown()).toEqual(Array(2).fill('pt: Carregando, 2 não lidas'));
  expect(given.size).toBe(1);
  await act(() => changeLanguage('es'));
  expect(shown()).toEqual(Array(2).fill('es: Cargando, 2 no leídos'));
  expect(given.size).toBe(2);
});
