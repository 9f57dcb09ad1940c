/** An option of a queue's menu. */
export type Option = { title: string; message: string; options?: Option[] };

export const menu = {
  queue: 'Vendas',
  greeting: 'Olá! Aqui é a Loja Aurora. Como podemos ajudar?',
  options: [
    {
      title: 'Preços e prazos',
      message: 'De que móvel você precisa?',
      options: [
        { title: 'Mesas', message: 'As mesas custam de R$ 890 a R$ 2.400 e chegam em dez dias.' },
        { title: 'Cadeiras', message: 'As cadeiras custam de R$ 210 a R$ 560 e chegam em cinco dias.' },
      ],
    },
    { title: 'Onde fica a loja', message: 'Rua das Palmeiras, 120, de segunda a sábado.' },
    { title: 'Meu pedido', message: 'Diga o número do pedido, e já olhamos onde ele está.' },
  ],
} satisfies { queue: string; greeting: string; options: Option[] };

/** Texts of scheduled messages. */
export const reminders = [
  'Bom dia! Sua entrega chega hoje entre 14h e 16h.',
  'Olá! Faz uma semana que você recebeu a mesa. Está tudo certo com ela?',
  'Passando para lembrar da visita da montadora amanhã cedo.',
];

/** An internal chat, in turns. */
export const amongColleagues = [
  'Ana, a mesa do Otávio saiu da oficina?',
  'Saiu sim, o caminhão carrega às 13h.',
  'Ótimo, vou avisar a portaria.',
  'Deixei a nota com o motorista.',
];
