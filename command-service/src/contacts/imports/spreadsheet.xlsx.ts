import { posix } from 'node:path';
import { limits } from '@prosa/contracts';
import { isDateFormat } from './spreadsheet.cells.ts';
import { SpreadsheetFault } from './spreadsheet.faults.ts';
import type { Workbook } from './spreadsheet.workbook.ts';
import { type Reading, sheetRows } from './spreadsheet.xlsx.rows.ts';
import { readXml } from './spreadsheet.xml.ts';
import { type Archive, openArchive } from './spreadsheet.zip.ts';

/** The most characters of all texts that cells share: more would not fit into the reader's memory. */
const SHARED_CHARACTERS = 24 * 1024 * 1024;
const MOST_SHEETS = 255;

type Link = { id: string; type: string; target: string };
type Listed = { name: string; link: string; isHidden: boolean };

/** The sheets of an .xlsx file. Its rows are read as they are asked for; of its parts only the shared texts are held. */
export const xlsxWorkbook = async (bytes: Buffer): Promise<Workbook> => {
  const archive = await openArchive(bytes);
  const main = (await linksOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const links = await linksOf(archive, main);
  const { sheets, since1904 } = await workbookOf(archive, main);
  const at = (type: string) => links.find((link) => link.type === type)?.target;
  const reading: Reading = {
    texts: await sharedTexts(archive, at('sharedStrings')),
    dates: await dateStyles(archive, at('styles')),
    since1904,
  };
  const placed = sheets.flatMap(({ name, link, isHidden }) => {
    const found = links.find(({ id, type }) => id === link && type === 'worksheet');
    return found ? [{ name, isHidden, target: found.target }] : [];
  });
  const ordered = [...placed.filter(({ isHidden }) => !isHidden), ...placed.filter(({ isHidden }) => isHidden)];
  return {
    sheets: ordered.map(({ name, target }) => ({
      name,
      rows: async function* () {
        const source = await archive.read(target);
        if (!source) throw new SpreadsheetFault('ERR_IMPORT_DAMAGED');
        yield* sheetRows(source, reading);
      },
    })),
  };
};

/** The references of a part of the file; '' is the file itself. Types are shortened to their last word. */
const linksOf = async (archive: Archive, part: string): Promise<Link[]> => {
  const { dir, base } = posix.parse(part);
  const source = await archive.read(posix.join(dir, '_rels', `${base}.rels`));
  const links: Link[] = [];
  if (!source) return links;
  await readXml(source, {
    open: (name, { Id, Type, Target, TargetMode }) => {
      if (name !== 'Relationship' || !Id || !Type || !Target || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      links.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return links;
};

const workbookOf = async (archive: Archive, main: string): Promise<{ sheets: Listed[]; since1904: boolean }> => {
  const source = await archive.read(main);
  // An archive of something else: a text document, photos.
  if (!source) throw new SpreadsheetFault('ERR_IMPORT_UNREADABLE');
  const sheets: Listed[] = [];
  let isWorkbook = false;
  let since1904 = false;
  await readXml(source, {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true;
      else if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      else if (name === 'sheet' && sheets.length < MOST_SHEETS) {
        const link = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
        const isHidden = /hidden/i.test(attributes.state ?? '');
        sheets.push({ name: (attributes.name ?? '').slice(0, limits.importCell), link, isHidden });
      }
    },
  });
  if (!isWorkbook) throw new SpreadsheetFault('ERR_IMPORT_UNREADABLE');
  return { sheets, since1904 };
};

const sharedTexts = async (archive: Archive, part: string | undefined): Promise<string[]> => {
  const source = part === undefined ? null : await archive.read(part);
  const texts: string[] = [];
  if (!source) return texts;
  let total = 0;
  let text: string | null = null;
  let isHeard = false;
  let phonetic = 0;
  await readXml(source, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') isHeard = phonetic === 0;
    },
    text: (piece) => {
      if (isHeard && text !== null && text.length < limits.importCell) text += piece;
    },
    close: (name) => {
      if (name === 'rPh') phonetic -= 1;
      else if (name === 't') isHeard = false;
      else if (name === 'si' && text !== null) {
        // Copied: a part of a long text would keep all of it.
        const kept = Buffer.from(text.slice(0, limits.importCell)).toString();
        total += kept.length + 16;
        if (total > SHARED_CHARACTERS) throw new SpreadsheetFault('ERR_IMPORT_HUGE');
        texts.push(kept);
        text = null;
      }
    },
  });
  return texts;
};

/** Whether cells of each style are shown as dates. */
const dateStyles = async (archive: Archive, part: string | undefined): Promise<boolean[]> => {
  const source = part === undefined ? null : await archive.read(part);
  const dates: boolean[] = [];
  if (!source) return dates;
  const codes = new Map<number, string>();
  let isInCells = false;
  await readXml(source, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes.numFmtId ?? 0);
        dates.push(isDateFormat(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return dates;
};
