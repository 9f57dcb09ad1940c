import { csvLine } from './csv.ts';

test.each([
  [['Ana', '5511987654321', null], 'Ana;5511987654321;\r\n'],
  [['a;b', 'say "hi"', 'two\r\nlines'], '"a;b";"say ""hi""";"two\r\nlines"\r\n'],
  [["=cmd|' /C calc'!A0", '+1', '-1', '@x', '\t=1', '\r=1'], "'=cmd|' /C calc'!A0;'+1;'-1;'@x;'\t=1;\"'\r=1\"\r\n"],
  [['=1;"2"'], '"\'=1;""2"""\r\n'],
  [['Souza, Ana', '1,5'], '"Souza, Ana";"1,5"\r\n'],
  [['＝1', '＋1', '－1', '＠x', '﹦1', '⁼1', '−1', '\n=1'], "'＝1;'＋1;'－1;'＠x;'﹦1;'⁼1;'−1;\"'\n=1\"\r\n"],
  [[' =1', '\u200b=1', '\ufeff@x'], "' =1;'\u200b=1;'\ufeff@x\r\n"],
  [['Bom dia = sim', 'a-b'], 'Bom dia = sim;a-b\r\n'],
])('cells are quoted where they must be, and none is a formula: %j', (values, line) => expect(csvLine(values)).toBe(line));
