/** What the pictures of README show: made-up people, who write to the demo company in Portuguese. */
export type Scene = {
  name: string;
  /** `customer` writes; `attendant` answers; `note` is for the team alone; `quotes` answers the customer's words before it. */
  turns: { by: 'customer' | 'attendant' | 'note' | 'quotes'; text: string }[];
  tags?: string[];
  /** A queue to which it is transferred; waiting ones are not accepted. */
  queue?: 'Financeiro';
  waits?: true;
};

const customer = (text: string) => ({ by: 'customer', text }) as const;
const attendant = (text: string) => ({ by: 'attendant', text }) as const;

/** The oldest first; the list shows the newest on top. */
export const scenes: Scene[] = [
  { name: 'Rubens Teles', turns: [customer('Vocês entregam aos sábados?')], waits: true },
  { name: 'Noêmia Barros', turns: [customer('Bom dia! Ainda tem a luminária de piso?')], waits: true },
  { name: 'Caio Vilela', turns: [customer('Preciso da segunda via do recibo')], waits: true },
  {
    name: 'Jaciara Tupinambá',
    turns: [
      customer('Oi! A poltrona chega na quinta?'),
      attendant('Chega sim, entre 9h e 12h.'),
      customer('Combinado, até quinta!'),
    ],
  },
  { name: 'Wagner Luz', turns: [customer('Bom dia'), attendant('Bom dia, Wagner! Como posso ajudar?')] },
  {
    name: 'Construtora Vale Verde',
    turns: [customer('Precisamos da nota do pedido de outubro'), attendant('Encontrei: é a nota 18.397. Já segue por e-mail.')],
  },
  { name: 'Íris Montenegro', turns: [customer('Esse sofá tem em linho?'), attendant('Temos sim, em linho cru e grafite.')] },
  { name: 'Luiz Fernando Peçanha', turns: [customer('Quanto fica o frete?'), attendant('Para Niterói fica R$ 180,00.')] },
  {
    name: 'Sebastião Moura',
    turns: [customer('Comprei na semana passada'), customer('O boleto não chegou por e-mail')],
    tags: ['Boleto'],
    queue: 'Financeiro',
  },
  {
    name: 'Ana Clara Queiroz',
    turns: [
      customer('Quero a mesa de seis lugares'),
      attendant('Boa escolha! Vejo o desconto à vista com a gerente.'),
      customer('Obrigada!'),
      customer('Conseguiu ver o desconto?'),
    ],
    tags: ['Orçamento', 'Cliente recorrente'],
  },
  {
    name: 'Otávio Brandão',
    turns: [
      customer('Recebi o orçamento'),
      attendant('Que bom, Otávio! Ele vale por dez dias.'),
      customer('Fechado'),
      customer('Como faço o pagamento?'),
    ],
    tags: ['Orçamento'],
  },
  {
    name: 'Conceição Aparecida dos Santos Figueiredo',
    turns: [
      customer('Bom dia! A mesa chegou hoje, mas um dos pés veio trincado.'),
      attendant('Bom dia, Conceição! Sinto muito. Já abri a troca do pé no sistema e o galpão está separando a peça.'),
      { by: 'note', text: 'Conferi a nota 18.442: o pé está no galpão. Pode prometer.' },
      customer('E consegue me confirmar o horário? Trabalho até o meio-dia'),
      { by: 'quotes', text: 'A troca fica para quinta, entre 13h e 16h. Não tem custo nenhum.' },
      customer('Perfeito, obrigada! Vou deixar a chave com o porteiro.'),
    ],
    tags: ['Garantia', 'Cliente recorrente', 'Troca'],
  },
];
