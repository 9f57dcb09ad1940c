import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { SpreadsheetFault } from './spreadsheet.faults.ts';

/** Deeper than any spreadsheet. */
const DEPTH = 64;

export type Heard = {
  /** Names are without their prefix. */
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML piece by piece; yields after each piece, when `heard` has been told of it. Entities that the file defines itself are not
 * followed. Throws SpreadsheetFault for damaged XML.
 */
export async function* xmlPieces(source: Readable, heard: Heard): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (cause) => {
    throw new SpreadsheetFault('ERR_IMPORT_DAMAGED', { cause });
  });
  parser.on('doctype', () => {
    throw new SpreadsheetFault('ERR_IMPORT_DAMAGED');
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    depth += 1;
    if (depth > DEPTH) throw new SpreadsheetFault('ERR_IMPORT_DAMAGED');
    heard.open?.(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    heard.close?.(local(name));
  });
  if (heard.text) parser.on('text', (text) => heard.text?.(text));
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8');
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder?.decode() ?? '').close();
  } catch (cause) {
    if (cause instanceof SpreadsheetFault) throw cause;
    const says = cause instanceof Error ? cause.message : '';
    // An entry that becomes larger than it says is made to exhaust its reader.
    throw new SpreadsheetFault(/too many bytes/i.test(says) ? 'ERR_IMPORT_HUGE' : 'ERR_IMPORT_DAMAGED', { cause });
  }
  yield;
}

/** Reads XML to its end. */
export const readXml = async (source: Readable, heard: Heard): Promise<void> => {
  for await (const _ of xmlPieces(source, heard));
};
