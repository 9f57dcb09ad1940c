/** Calls of a stand-in's hand: of what it plays, another process is told. */
export const handOf = (origin: string) => {
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    const reply = await fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(60_000) }).catch((error: Error) => {
      throw new Error(`There is nobody at ${origin}: ${error.message}`);
    });
    if (!reply.ok) throw new Error(`${path.split('?')[0]} answered ${reply.status}: ${await reply.text()}`);
    return reply;
  };
  return {
    get: async <Answer>(path: string): Promise<Answer> => (await (await call(path, {})).json()) as Answer,
    post: async <Answer>(path: string, body: object): Promise<Answer> =>
      (await (await call(path, { method: 'POST', body: JSON.stringify(body) })).json()) as Answer,
    /** Sends bytes as they are. */
    put: async <Answer>(path: string, bytes: Uint8Array): Promise<Answer> =>
      (await (await call(path, { method: 'POST', body: bytes as Uint8Array<ArrayBuffer> })).json()) as Answer,
  };
};
