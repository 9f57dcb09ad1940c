import { derivedId, PROSA } from '@prosa/contracts';
import type { Deps } from '../kernel/deps.ts';

/** The data to seed. Its ids and those of its commands are derived from names, so that a repeated start does nothing twice. */
export const demoId = (...names: string[]): string => derivedId(PROSA, 'demo', ...names);

export const DEMO_PASSWORD = 'prosa-demo';

export type Scene = {
  key: string;
  name: string;
  queues: { key: string; name: string; color: string }[];
  tags: { name: string; color: string }[];
  connection: { name: string; queue: string; greetingMessage: string; complationMessage: string };
  users: { email: string; name: string; profile: 'admin' | 'user'; super?: true; queues: string[] }[];
};

export const demonstration: Scene = {
  key: 'prosa',
  name: 'Prosa Demonstração',
  queues: [
    { key: 'vendas', name: 'Vendas', color: '#2563EB' },
    { key: 'suporte', name: 'Suporte', color: '#7C3AED' },
    { key: 'financeiro', name: 'Financeiro', color: '#D97706' },
  ],
  tags: [
    { name: 'Garantia', color: '#DC2626' },
    { name: 'Orçamento', color: '#0284C7' },
    { name: 'Troca', color: '#CA8A04' },
    { name: 'Boleto', color: '#059669' },
    { name: 'Cliente recorrente', color: '#9333EA' },
  ],
  // Only one queue: with several, a conversation would wait for the answer to the menu, invisible to attendants.
  connection: {
    name: 'Simulador',
    queue: 'vendas',
    greetingMessage: 'Olá! Recebemos a sua mensagem e já vamos atender você.',
    complationMessage: 'Obrigado pelo contato! Conte com a gente.',
  },
  users: [
    { email: 'admin@prosa.demo', name: 'Marina Alves', profile: 'admin', queues: ['vendas', 'suporte', 'financeiro'] },
    { email: 'ana@prosa.demo', name: 'Ana Souza', profile: 'user', queues: ['vendas', 'suporte'] },
    { email: 'bruno@prosa.demo', name: 'Bruno Lima', profile: 'user', queues: ['financeiro'] },
    { email: 'super@prosa.demo', name: 'Sofia Prado', profile: 'admin', super: true, queues: [] },
  ],
};

/** The demonstration, and `count - 1` copies of it, each a company of its own whose people are at `2.prosa.demo`, `3.prosa.demo` and so on. */
const demonstrations = (count: number): Scene[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? demonstration : copyOf(demonstration, at + 1)));

const copyOf = (scene: Scene, nth: number): Scene => ({
  ...scene,
  key: `${scene.key}-${nth}`,
  users: scene.users.map((user) => ({ ...user, email: user.email.replace('@', `@${nth}.`) })),
});

export const otherCompany: Scene = {
  key: 'outra',
  name: 'Outra Empresa',
  queues: [{ key: 'atendimento', name: 'Atendimento', color: '#0D9488' }],
  tags: [],
  connection: { name: 'Simulador', queue: 'atendimento', greetingMessage: '', complationMessage: '' },
  users: [{ email: 'outra@prosa.demo', name: 'Olívia Ramos', profile: 'admin', queues: ['atendimento'] }],
};

/** All companies of an installation with `count` demonstrations. */
export const scenesOf = (count: number): Scene[] => [...demonstrations(count), otherCompany];

/** The parts of the service that seeding needs. */
export type SeedDeps = Pick<Deps, 'pool' | 'store' | 'referenceData' | 'handle' | 'config' | 'clock' | 'log'>;
