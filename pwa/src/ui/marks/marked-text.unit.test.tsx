import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { MarkedText } from './marked-text.tsx';

afterEach(cleanup);

test('what is marked is bold with its values, and tags or placeholders in a value are words', () => {
  const { container } = render(
    <MarkedText
      text="O texto <b>“{{text}}”</b> de {{name}} some: <b>sempre</b>."
      values={{ text: 'a </b><i>{{name}}</i>', name: '<b>Ana</b>' }}
    />,
  );
  expect([...container.querySelectorAll('*')].map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    'B “a </b><i>{{name}}</i>”',
    'B sempre',
  ]);
  expect(container.textContent).toBe('O texto “a </b><i>{{name}}</i>” de <b>Ana</b> some: sempre.');
});
