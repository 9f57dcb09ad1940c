/** A menu as a customer meets it: two queues; the first has options, some of them two steps deep. */
export type Menu = { queues: readonly [string, string]; fallback: string };
/** The result for a customer: all texts read, in order; where their ticket is; and whether the menu still waits for an answer. */
export type Outcome = { texts: string[]; queue: string | null; waits: boolean };

export const words = {
  greeting: 'Olá! Com quem quer falar?',
  sales: 'Bem-vindo a Vendas.',
  support: 'Bem-vindo ao Suporte.',
  goodbye: 'Obrigado pelo contato!',
} as const;
/** The options below the first queue; a title without options below it ends a branch. */
export type Option = { title: string; message: string; below: readonly Option[] };
export const options: readonly Option[] = [
  {
    title: 'Preços',
    message: 'De quê?',
    below: [
      { title: 'Varejo', message: 'R$ 10', below: [] },
      { title: 'Atacado', message: 'R$ 8', below: [] },
    ],
  },
  { title: 'Onde fica', message: 'Rua das Flores, 10', below: [] },
];

const UNCLEAR = 'Não entendi. Responda com o número de uma das opções.';
const TO_A_PERSON = 'Vou chamar alguém da equipe para ajudar você.';
const BACK = '0 - Voltar\n# - Início';
/** Automatic answers of a day; answers in a row that are not understood; how often the same text in a row is answered. */
const MOST = 15;
const WRONG = 3;
const SAME = 3;

type Step = { text: string; titles: readonly string[]; queue: string | null; above: Step | null; next: (at: number) => Step };
const step = (message: string, { titles, queue, above, next }: Pick<Step, 'titles' | 'queue' | 'above' | 'next'>): Step => ({
  text: [message, titles.map((title, at) => `${at + 1} - ${title}`).join('\n'), above ? BACK : ''].filter(Boolean).join('\n\n'),
  titles,
  queue,
  above,
  next,
});
const ofOptions = (message: string, below: readonly Option[], queue: string, above: Step): Step => {
  const own: Step = step(message, {
    titles: below.map(({ title }) => title),
    queue,
    above,
    next: (at) => ofOptions(below[at]!.message, below[at]!.below, queue, own),
  });
  return own;
};

/**
 * The outcome for a customer who writes these words one after another, by the promised rules of the menu. It is written down
 * apart from the product, which is checked against it. `acceptedAfter`: somebody of the team takes over after so many of them.
 */
export const outcomeOf = ({ queues, fallback }: Menu, said: readonly string[], acceptedAfter = said.length): Outcome => {
  const start: Step = step(words.greeting, {
    titles: queues,
    queue: null,
    above: null,
    next: () => ofOptions(words.sales, options, queues[0], start),
  });
  const texts: string[] = [start.text];
  let [here, queue, wrong, waits, same]: [Step, string | null, number, boolean, number] = [start, null, 0, true, 1];
  const leave = () => {
    waits = false;
    queue ??= fallback;
  };
  const tell = (text: string, to: Step): void => {
    if (texts.length >= MOST) leave();
    else {
      texts.push(text);
      here = to;
    }
  };
  for (const [nth, word] of said.slice(0, acceptedAfter).entries()) {
    if (nth === 0) continue;
    same = word === said[nth - 1] ? same + 1 : 1;
    if (!waits) continue;
    const chosen = choiceIn(word, here.titles);
    const isSupport = here === start && chosen === 1;
    if (word === '#' || word === '0') {
      wrong = 0;
      tell((word === '#' ? start : (here.above ?? start)).text, word === '#' ? start : (here.above ?? start));
    } else if (isSupport) {
      queue = queues[1];
      tell(words.support, here);
      leave();
    } else if (chosen !== null) {
      wrong = 0;
      const next = here.next(chosen);
      queue = next.queue;
      tell(next.text, next);
    } else if (here.titles.length === 0) leave();
    else if (same >= SAME) {
      if (wrong + 1 >= WRONG) leave();
    } else {
      wrong += 1;
      if (wrong < WRONG) tell(`${UNCLEAR}\n\n${here.text}`, here);
      else {
        tell(TO_A_PERSON, here);
        leave();
      }
    }
  }
  return { texts, queue, waits: waits && acceptedAfter >= said.length };
};

/** The index of the choice that a customer names by its number or its title; null: none. */
const choiceIn = (word: string, titles: readonly string[]): number | null => {
  const at = /^\d+$/.test(word) ? Number(word) - 1 : titles.findIndex((title) => title.toLowerCase() === word.toLowerCase());
  return at >= 0 && at < titles.length ? at : null;
};
