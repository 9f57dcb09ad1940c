import type { ImportResult } from './imports.contract.ts';

type Language = 'pt' | 'en' | 'es';
/** Where an import's rows go. `list`: the words that differ for a list. */
export type ImportInto = 'contacts' | 'list';
type Texts = {
  columns: readonly string[];
  results: Record<ImportResult, string>;
  list: Pick<Record<ImportResult, string>, 'created' | 'existing'>;
};

/** The texts of an import's report and screen; `{{line}}` is the line that has the same number. */
export const importTexts: Record<Language, Texts> = {
  pt: {
    columns: ['linha', 'nome', 'número', 'e-mail', 'resultado'],
    results: {
      created: 'novo contato',
      existing: 'já existe; o contato atual não muda',
      repeated: 'repete a linha {{line}}',
      'name-missing': 'não entra: sem nome',
      'name-length': 'não entra: o nome precisa de 2 a 50 caracteres',
      'number-missing': 'não entra: sem número',
      'number-invalid': 'não entra: isto não é um número de telefone',
      'number-rounded': 'não entra: a planilha arredondou o número; formate a coluna como texto',
      'email-invalid': 'não entra: e-mail inválido',
    },
    list: { created: 'incluído na lista', existing: 'já está na lista; nada muda' },
  },
  en: {
    columns: ['line', 'name', 'number', 'e-mail', 'result'],
    results: {
      created: 'new contact',
      existing: 'exists already; the contact does not change',
      repeated: 'repeats line {{line}}',
      'name-missing': 'left out: no name',
      'name-length': 'left out: the name needs 2 to 50 characters',
      'number-missing': 'left out: no number',
      'number-invalid': 'left out: this is no phone number',
      'number-rounded': 'left out: the spreadsheet has rounded the number; format the column as text',
      'email-invalid': 'left out: invalid e-mail',
    },
    list: { created: 'added to the list', existing: 'is in the list already; nothing changes' },
  },
  es: {
    columns: ['línea', 'nombre', 'número', 'correo', 'resultado'],
    results: {
      created: 'contacto nuevo',
      existing: 'ya existe; el contacto actual no cambia',
      repeated: 'repite la línea {{line}}',
      'name-missing': 'no entra: sin nombre',
      'name-length': 'no entra: el nombre necesita de 2 a 50 caracteres',
      'number-missing': 'no entra: sin número',
      'number-invalid': 'no entra: esto no es un número de teléfono',
      'number-rounded': 'no entra: la hoja redondeó el número; dé formato de texto a la columna',
      'email-invalid': 'no entra: correo inválido',
    },
    list: { created: 'añadido a la lista', existing: 'ya está en la lista; nada cambia' },
  },
};

/** The words for a row's result. */
export const importResultText = (
  language: Language,
  { result, repeats }: { result: ImportResult; repeats: number | null },
  into: ImportInto = 'contacts',
): string => {
  const { results, list } = importTexts[language];
  const texts = into === 'list' ? { ...results, ...list } : results;
  return texts[result].replace('{{line}}', String(repeats ?? ''));
};
