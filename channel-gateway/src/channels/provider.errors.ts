import type { SendFailure } from '@prosa/contracts';

/**
 * The message was certainly not sent. `reason` is shown to attendants; the error's message is for the log and contains no secret, number or
 * text.
 */
abstract class NotSent extends Error {
  readonly reason: SendFailure;
  constructor(message: string, options: ErrorOptions & { reason: SendFailure }) {
    super(message, options);
    this.reason = options.reason;
  }
}

type Why = ErrorOptions & { reason?: SendFailure };

/** A retry may succeed. */
export class Temporary extends NotSent {
  override name = 'Temporary';
  constructor(message: string, options: Why = {}) {
    super(message, { reason: 'unavailable', ...options });
  }
}

/** No retry can succeed. */
export class Permanent extends NotSent {
  override name = 'Permanent';
  constructor(message: string, options: Why = {}) {
    super(message, { reason: 'refused', ...options });
  }
}

/** The channel wants a pause. Another try follows after `afterMs`, and none is used up. */
export class SlowDown extends NotSent {
  override name = 'SlowDown';
  readonly afterMs: number;
  constructor(message: string, { afterMs, ...options }: Why & { afterMs: number }) {
    super(message, { reason: 'rate', ...options });
    this.afterMs = afterMs;
  }
}

/** The channel no longer has the file. */
export class Gone extends Error {
  override name = 'Gone';
}
