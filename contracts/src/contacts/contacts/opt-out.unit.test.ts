import { isOptOut } from './opt-out.ts';

test.each(['sair', 'SAIR', 'Sair.', ' sair ! ', 'PARAR', 'parar...', 'Stop', 'stop\u2026', '\u200Bsair\n'])(
  'who writes only %j wants no campaigns',
  (text) => expect(isOptOut(text)).toBe(true),
);

test.each(['', '.', 'sair?', 'quero sair', 'sair da fila', 'stop it', 'não pare', 'saire', '"sair"', 'sair sair'])(
  'who writes %j says something else',
  (text) => expect(isOptOut(text)).toBe(false),
);
