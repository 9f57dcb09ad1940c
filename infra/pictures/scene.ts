/** The content of the README's screenshots: fictitious people who write to the demo company in Portuguese. */
export type Scene = {
  name: string;
  /**
   * `customer` writes, or sends a `place` with that name; `attendant` answers, or sends a `photo` with this caption; `note` is an
   * observation; `quotes` answers the customer's previous message.
   */
  turns: { by: 'customer' | 'place' | 'attendant' | 'photo' | 'note' | 'quotes'; text: string }[];
  tags?: string[];
  /** The queue that it is transferred to; pending ones are not accepted. */
  queue?: 'Financeiro';
  waits?: true;
};

const customer = (text: string) => ({ by: 'customer', text }) as const;
const attendant = (text: string) => ({ by: 'attendant', text }) as const;

/** Oldest first; the list shows the newest at the top. */
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
      { by: 'place', text: 'Rua das Palmeiras, 418' },
      { by: 'photo', text: 'Este é o pé que segue.' },
      customer('Perfeito, obrigada! Vou deixar a chave com o porteiro.'),
    ],
    tags: ['Garantia', 'Cliente recorrente', 'Troca'],
  },
];

/** The content of a photo: a table in front of a wall. */
export const tablePicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 480">
  <path fill="#e4dbd0" d="M0 0h900v480H0z"/><path fill="#bfa78c" d="M0 372h900v108H0z"/>
  <path fill="#7d4f2f" d="M170 172h560v34H170z"/><path fill="#6a4127" d="M206 206h34l-14 208h-22zM660 206h34l2 208h-22z"/>
  <path fill="#8a5a38" d="M282 206h28l-8 164h-18zM590 206h28l0 164h-18z"/><path fill="#5b7f6a" d="M420 96h60l-10 76h-40z"/>
  <path fill="none" stroke="#3f5f4d" stroke-width="8" stroke-linecap="round" d="M450 100V40m0 40-34-26m34 14 36-30"/>
</svg>`;
