import type { StreamedBody } from './graph.multipart.ts';
import type { GraphSettings } from './graph.settings.ts';

/** Graph has answered with an error of its own. Its words may repeat what was sent, so only the codes are kept. */
export class GraphError extends Error {
  override name = 'GraphError';
  readonly code: number;
  readonly subcode: number | null;
  constructor(code: number, subcode: number | null = null) {
    super(`Graph answered with error ${code}${subcode === null ? '' : `/${subcode}`}.`);
    this.code = code;
    this.subcode = subcode;
  }
}

/** Graph was not reached: it has certainly not seen the call. */
export class NotReached extends Error {
  override name = 'NotReached';
}

/** It is not known whether Graph has carried out the call. `status`: HTTP's, of an answer that is not of Graph's shape. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly status: number | null;
  constructor(message: string, { status = null, ...options }: ErrorOptions & { status?: number | null } = {}) {
    super(message, options);
    this.status = status;
  }
}

/** Whether Graph does not know such a call, or what it is about. */
export const isUnknownCall = (error: unknown): boolean =>
  (error instanceof GraphError && (error.code === 100 || error.code === 2500)) ||
  (error instanceof NoAnswer && (error.status === 404 || error.status === 405));

export type GraphCall = {
  token: string;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
  form?: StreamedBody;
  signal?: AbortSignal | undefined;
};
export type GraphClient = ReturnType<typeof graphClient>;

const UNREACHED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Calls Graph. Tokens go in headers, because addresses are written into logs everywhere. Throws GraphError, NotReached, NoAnswer. */
export const graphClient = ({ url, version }: Pick<GraphSettings, 'url' | 'version'>) => {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    { token, query = {}, body, form, signal }: GraphCall,
  ): Promise<Record<string, unknown>> => {
    // Parts of a path may come from webhooks.
    const address = new URL(`/${version}/${path.split('/').map(encodeURIComponent).join('/')}`, url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': form.type, 'content-length': String(form.bytes) }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(form && { body: ReadableStream.from(form.read()), duplex: 'half' as const }),
        redirect: 'error',
        ...(signal && { signal }),
      });
      text = await reply.text();
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
      // The cause of other failures could contain the address.
      throw UNREACHED.has(code)
        ? new NotReached(`Graph was not reached: ${String(code)}.`)
        : new NoAnswer('Graph gave no answer.');
    }
    const answer = jsonOf(text);
    const { error } = (answer ?? {}) as { error?: { code?: unknown; error_subcode?: unknown } };
    if (error && typeof error.code === 'number')
      throw new GraphError(error.code, typeof error.error_subcode === 'number' ? error.error_subcode : null);
    if (!reply.ok || typeof answer !== 'object' || answer === null)
      throw new NoAnswer(`Graph answered ${reply.status}.`, { status: reply.status });
    return answer as Record<string, unknown>;
  };
  return {
    get: (path: string, options: Omit<GraphCall, 'body' | 'form'>) => call('GET', path, options),
    post: (path: string, options: GraphCall) => call('POST', path, options),
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The items of one page of a list. `next` is null on the last one. The list's own address of the next page has the token in it. */
export const pageOf = (answer: Record<string, unknown>): { data: Record<string, unknown>[]; next: string | null } => {
  const { data, paging } = answer as { data?: unknown; paging?: { next?: unknown; cursors?: { after?: unknown } } };
  const after = paging?.cursors?.after;
  return {
    data: Array.isArray(data) ? (data as Record<string, unknown>[]) : [],
    next: paging?.next && typeof after === 'string' ? after : null,
  };
};

/** The items of a list, page after page; no page is asked for before its items are wanted. */
export async function* itemsOf(
  client: Pick<GraphClient, 'get'>,
  path: string,
  { query = {}, ...options }: Omit<GraphCall, 'body' | 'form'>,
): AsyncGenerator<Record<string, unknown>> {
  for (let after: string | null = ''; after !== null; ) {
    const { data, next } = pageOf(await client.get(path, { ...options, query: { ...query, ...(after && { after }) } }));
    yield* data;
    after = next;
  }
}
