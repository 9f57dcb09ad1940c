import { visible } from '../../kernel/texts/visible.ts';

/** The variables that every recipient has. */
export const recipientVariables = ['nome', 'primeiroNome', 'email', 'numero'] as const;
export type VariableValues = Readonly<Record<string, string>>;

type Recipient = { name: string | null; number: string | null; email: string | null };

/** The values of a recipient, beside the company's own variables. */
export const valuesOf = ({ name, number, email }: Recipient, own: readonly { key: string; value: string }[]): VariableValues => ({
  ...Object.fromEntries(own.map(({ key, value }) => [key, value])),
  nome: visible(name ?? ''),
  primeiroNome: visible(name ?? '').split(/\s/)[0] ?? '',
  email: email ?? '',
  numero: number ?? '',
});

const VARIABLE = /\{([A-Za-z0-9_]+)\}/g;

/** Puts the values into a text, once: a value is not searched for variables. Where a variable has no value stands nothing. */
export const fillIn = (text: string, values: VariableValues): string =>
  text.replace(VARIABLE, (_, name: string) => (Object.hasOwn(values, name) ? values[name]! : ''));
