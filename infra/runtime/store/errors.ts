/** The stream's revision was not the one that the writer expected: another writer was faster. */
export class WrongRevision extends Error {
  readonly stream: string;
  readonly actual: bigint | 'no_stream';

  constructor(stream: string, actual: bigint | 'no_stream') {
    super(`${stream} is at ${actual}.`);
    this.stream = stream;
    this.actual = actual;
  }
}

/** An append without an answer: read the stream to find out whether it was written. */
export class AppendOutcomeUnknown extends Error {
  readonly stream: string;

  constructor(stream: string, options?: ErrorOptions) {
    super(`Whether ${stream} was written is not known.`, options);
    this.stream = stream;
  }
}

/** The event store refuses an append for good, for example because it is too large: nothing was written, and a repetition changes nothing. */
export class AppendRefused extends Error {
  readonly stream: string;

  constructor(stream: string, why: string) {
    super(`The append to ${stream} was refused: ${why}.`);
    this.stream = stream;
  }
}

/** The events of an append are together larger than a store takes. */
export class AppendTooLarge extends AppendRefused {}

/** The event store does not answer. */
export class StoreUnavailable extends Error {}

/** The event store refuses access: nothing was read or written. To a caller it is unavailable; the operator must fix it. */
export class StoreDenied extends StoreUnavailable {
  constructor(cause: Error) {
    super('The event store does not take the user and password of EVENTSTORE_URL.', { cause });
  }
}
