import { expect, test } from '@jest/globals';
import { pastedFiles } from './pasted-files.ts';

const pasted = (names: string[], text?: string) => {
  const files = names.map((name) => new File(['x'], name));
  const types = [...(text === undefined ? [] : ['text/plain']), ...(names.length > 0 ? ['Files'] : [])];
  return pastedFiles({ files, types, getData: () => text ?? '' } as unknown as DataTransfer).map(({ name }) => name);
};

test('files come alone, or with nothing but their names', () => {
  expect(pasted(['print.png'])).toEqual(['print.png']);
  expect(pasted(['print.png'], '')).toEqual(['print.png']);
  expect(pasted(['nota.pdf'], 'nota.pdf')).toEqual(['nota.pdf']);
  expect(pasted(['nota.pdf'], 'nota')).toEqual(['nota.pdf']); // Finder hides the ending
  expect(pasted(['a.png', 'b.png'], 'a.png\rb.png')).toEqual(['a.png', 'b.png']);
  expect(pasted(['Orçamento.pdf'.normalize('NFD')], 'Orçamento.pdf')).toHaveLength(1);
  expect(pasted(['nota.pdf'], '/home/ana/nota.pdf\n')).toEqual(['nota.pdf']);
  expect(pasted(['nota.pdf'], 'C:\\Notas\\nota.pdf')).toEqual(['nota.pdf']);
  expect(pasted(['nota 1.pdf'], 'file:///home/ana/nota%201.pdf')).toEqual(['nota 1.pdf']);
  expect(pasted(['100%.pdf'], 'file:///home/ana/100%.pdf')).toEqual(['100%.pdf']);
});

test('a text that comes with its picture is a text', () => {
  expect(pasted(['image.png'], 'Produto\tPreço\nVela\t10,00')).toEqual([]);
  expect(pasted(['nota.pdf'], 'nota.pdf\nSegue a nota')).toEqual([]);
  expect(pasted([], 'nota.pdf')).toEqual([]);
});
