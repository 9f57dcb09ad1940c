import { crc32, deflateRawSync } from 'node:zlib';

type File = { name: string; content: string | Buffer /** The size that the archive declares, if not true. */; says?: number };

/** Packs files into an archive, as spreadsheet programs do. */
export const zipOf = (files: readonly File[]): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, says } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(says ?? bytes.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, place, title]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\u0005\u0006'), end]);
};

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const linksOf = (links: readonly { id: string; type: string; target: string }[]): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${LINKS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

type Sheet = { name: string; rows: string; isHidden?: boolean; says?: number };
type Book = { sheets: readonly Sheet[]; texts?: readonly string[]; formats?: readonly string[]; since1904?: boolean };

/**
 * An .xlsx file. `rows` is XML inside of `sheetData`, `texts` XML inside of each `si`. `formats` are formats of numbers: the first is that of
 * style 1.
 */
export const xlsxOf = ({ sheets, texts = [], formats = [], since1904 = false }: Book): Buffer => {
  const listed = sheets.map(
    ({ name, isHidden }, at) => `<sheet name="${name}" sheetId="${at + 1}" ${isHidden ? 'state="hidden"' : ''} r:id="s${at}"/>`,
  );
  const codes = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('');
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`), '<xf numFmtId="14"/>'].join(
    '',
  );
  return zipOf([
    { name: '_rels/.rels', content: linksOf([{ id: 'w', type: 'officeDocument', target: 'xl/workbook.xml' }]) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><workbookPr date1904="${since1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: linksOf([
        ...sheets.map((_, at) => ({ id: `s${at}`, type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
        { id: 't', type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
        { id: 'f', type: 'styles', target: 'styles.xml' },
      ]),
    },
    {
      name: 'xl/styles.xml',
      content: `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${codes}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `${XML}<sst xmlns="${MAIN}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
    ...sheets.map(({ rows, says }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ...(says !== undefined && { says }),
    })),
  ]);
};

/** A row of texts and numbers, as XML. */
export const rowOf = (line: number, cells: readonly (string | number)[]): string =>
  `<row r="${line}">${cells
    .map((cell, at) => {
      const place = `${String.fromCharCode(65 + at)}${line}`;
      return typeof cell === 'number'
        ? `<c r="${place}"><v>${cell}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join('')}</row>`;
