import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { FormattedText } from './formatted-text.tsx';

/** The elements and words, without classes. */
const shown = (text: string, channel?: string): string =>
  render(<FormattedText text={text} channel={channel} />).container.innerHTML.replace(/ (?:class|target|rel)="[^"]*"/g, '');

test('on WhatsApp a text is shown as its marks say', () => {
  expect(shown('*Oi*, _veja_ ~não~ `x` https://a.test/b.\n> citado\n- um', 'whatsapp')).toBe(
    '<strong>Oi</strong>, <em>veja</em> <s>não</s> <code>x</code> <a href="https://a.test/b">https://a.test/b</a>.<span>citado</span><span>• um</span>',
  );
});

test('on a channel that has no marks they are what the customer sees', () => {
  for (const channel of ['instagram', 'facebook', undefined])
    expect(shown('*Oi* https://a.test', channel)).toBe('*Oi* <a href="https://a.test">https://a.test</a>');
});

test('what looks like an element is text', () => {
  expect(shown('*<b onclick="x">*', 'whatsapp')).toBe('<strong>&lt;b onclick="x"&gt;</strong>');
});
