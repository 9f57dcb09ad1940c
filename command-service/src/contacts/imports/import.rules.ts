import {
  type Country,
  canonicalNumber,
  fields,
  type ImportColumns,
  type ImportResult,
  readNumber,
  visible,
  withoutTextMarks,
} from '@prosa/contracts';
import { typedNumber } from '../contacts/contact.address.ts';

export type RowFields = { name: string; number: string; email: string };

/** The fields of a row; absent cells are empty. */
export const fieldsOf = (cells: readonly string[], { name, number, email }: ImportColumns): RowFields => {
  const at = (column: number | null): string => (column === null ? '' : visible(withoutTextMarks(visible(cells[column] ?? ''))));
  return { name: at(name), number: at(number), email: at(email) };
};

/** Why a row is refused; null if it is not. */
export const refusalOf = ({ name, number, email }: RowFields, country: Country): ImportResult | null => {
  if (name === '') return 'name-missing';
  if (!fields.name.safeParse(name).success) return 'name-length';
  if (number === '') return 'number-missing';
  const { fault } = readNumber(number, country);
  if (fault) return fault === 'number-rounded' ? fault : 'number-invalid';
  return fields.optionalEmail.safeParse(email).success ? null : 'email-invalid';
};

/** The form in which a row's number is compared with those of other rows. */
export const sameNumber = (typed: string, country: Country): string => canonicalNumber(typedNumber(typed, country));

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
const NAMES: Record<keyof RowFields, ReadonlySet<string>> = {
  name: new Set(['name', 'nome', 'nombre', 'nomecompleto', 'fullname', 'contato', 'contact', 'contacto', 'cliente']),
  number: new Set(['number', 'numero', 'telefone', 'telefono', 'phone', 'phonenumber', 'celular', 'mobile', 'whatsapp', 'fone']),
  email: new Set(['email', 'mail', 'correo', 'correoelectronico']),
};

/** The columns that a header names; null without a name and a number. */
export const columnsOf = (header: readonly string[]): ImportColumns | null => {
  const at = (field: keyof RowFields) => header.findIndex((cell) => NAMES[field].has(plain(cell)));
  const [name, number, email] = [at('name'), at('number'), at('email')];
  return name < 0 || number < 0 ? null : { name, number, email: email < 0 ? null : email };
};

/** Whether the first line names the columns: otherwise one of its cells is a number to write to. */
export const isHeader = (cells: readonly string[]): boolean => cells.every((cell) => cell.replace(/\D/g, '').length < 8);
