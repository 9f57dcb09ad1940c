import { outcomeOf } from './menus.model.ts';

const menu = { queues: ['Vendas', 'Suporte'], fallback: 'Vendas' } as const;
const START = 'Olá! Com quem quer falar?\n\n1 - Vendas\n2 - Suporte';
const SALES = 'Bem-vindo a Vendas.\n\n1 - Preços\n2 - Onde fica\n\n0 - Voltar\n# - Início';
const PRICES = 'De quê?\n\n1 - Varejo\n2 - Atacado\n\n0 - Voltar\n# - Início';

test('a customer goes down, up and back to the start, by numbers and by titles', () => {
  expect(outcomeOf(menu, ['Oi', '1', 'preços', '2', '0', '0', '#'])).toEqual({
    texts: [START, SALES, PRICES, 'R$ 8\n\n0 - Voltar\n# - Início', PRICES, SALES, START],
    queue: 'Vendas',
    waits: true,
  });
  expect(outcomeOf(menu, ['Oi', 'Suporte', 'Oi?'])).toEqual({
    texts: [START, 'Bem-vindo ao Suporte.'],
    queue: 'Suporte',
    waits: false,
  });
});

test('after three answers that are not understood, after the end of a branch and after 15 answers a person is next', () => {
  const { texts, ...left } = outcomeOf(menu, ['Oi', '9', 'x', 'y', 'z']);
  expect([texts.length, texts[3], left]).toEqual([
    4,
    'Vou chamar alguém da equipe para ajudar você.',
    { queue: 'Vendas', waits: false },
  ]);
  expect(outcomeOf(menu, ['Oi', '1', '2', 'Obrigado', '0']).texts).toHaveLength(3);
  const loop = Array.from({ length: 20 }, (_, n) => (n % 2 ? '1' : '0'));
  expect(outcomeOf(menu, ['Oi', ...loop])).toMatchObject({ texts: { length: 15 }, waits: false });
});

test('a robot that says the same again and again is answered twice', () =>
  expect(
    outcomeOf(
      menu,
      Array.from({ length: 9 }, () => 'Sou um robô'),
    ),
  ).toMatchObject({
    texts: [START, expect.stringMatching(/^Não entendi/)],
    queue: null,
    waits: true,
  }));

test('who was accepted hears no more of the menu', () =>
  expect(outcomeOf(menu, ['Oi', '1', '1'], 1)).toEqual({ texts: [START], queue: null, waits: false }));
