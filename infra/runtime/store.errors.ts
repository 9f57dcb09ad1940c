/** The stream's end was not where the writer thought: another was quicker. */
export class WrongRevision extends Error {
  readonly stream: string;
  readonly actual: bigint | 'no_stream';

  constructor(stream: string, actual: bigint | 'no_stream') {
    super(`${stream} is at ${actual}.`);
    this.stream = stream;
    this.actual = actual;
  }
}

/** An append without an answer: read the stream to learn whether it was written. */
export class AppendOutcomeUnknown extends Error {
  readonly stream: string;

  constructor(stream: string, options?: ErrorOptions) {
    super(`Whether ${stream} was written is not known.`, options);
    this.stream = stream;
  }
}

/** The event store does not answer. */
export class StoreUnavailable extends Error {}

/** The event store does not let us in: nothing was read or written. Away, as far as a caller is concerned; the operator must mend it. */
export class StoreDenied extends StoreUnavailable {
  constructor(cause: Error) {
    super('The event store does not take the user and password of EVENTSTORE_URL.', { cause });
  }
}
