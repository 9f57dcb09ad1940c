/** Why a file cannot be read. */
export type FaultCode = 'ERR_IMPORT_UNREADABLE' | 'ERR_IMPORT_ROWS' | 'ERR_IMPORT_EMPTY';

export class SpreadsheetFault extends Error {
  override name = 'SpreadsheetFault';
  readonly code: FaultCode;

  constructor(code: FaultCode) {
    super(code);
    this.code = code;
  }
}
