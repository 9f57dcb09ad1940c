/** Why a file cannot be read. */
export type FaultCode =
  | 'ERR_IMPORT_UNREADABLE'
  | 'ERR_IMPORT_ENCRYPTED'
  | 'ERR_IMPORT_DAMAGED'
  | 'ERR_IMPORT_HUGE'
  | 'ERR_IMPORT_ROWS'
  | 'ERR_IMPORT_EMPTY';

export class SpreadsheetFault extends Error {
  override name = 'SpreadsheetFault';
  readonly code: FaultCode;

  constructor(code: FaultCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
