import {
  ASK_TIMEOUT_MS,
  type ConnectionSecrets,
  type ErrorCode,
  GatewayAnswer,
  type GatewayQuestion,
  gatewayCalls,
  Refused,
} from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';
import { z } from 'zod';

/** The gateway gave no answer, or none in time. */
export class GatewaySilent extends Error {}

/** For `catch`: throws a refusal if the gateway did not answer, any other error as it is. */
export const orRefusal =
  (code: ErrorCode = 'ERR_CHANNEL_SILENT') =>
  (error: unknown): never => {
    throw error instanceof GatewaySilent ? new Refused(code) : error;
  };

type AnswerTo<Question extends GatewayQuestion> = Extract<GatewayAnswer, { kind: Question['kind'] }>;

/** Direct calls to the gateway: any instance answers, whichever of them has a connection's session. */
export type Gateway = {
  /** Rejects with GatewaySilent. */
  ask: <Question extends GatewayQuestion>(question: Question) => Promise<AnswerTo<Question>>;
  /** Hands a connection's secrets over; false if another connection has the account. Repeating it changes nothing. */
  keepSecrets: (connectionId: string, secrets: ConnectionSecrets) => Promise<boolean>;
};

/** How much longer than the gateway itself waits for an answer the command side waits, in milliseconds. */
const MARGIN_MS = 500;
/** The body of its refusal of an account that another connection has. */
const TAKEN = z.object({ fields: z.object({ externalId: z.literal('in-use') }) });

/** `url`: an instance of the gateway, or their common address; undefined: there is none, and every question is unanswered. */
export const createGateway = ({ url, tokenSecret }: { url: string | undefined; tokenSecret: Buffer }): Gateway => {
  const { sign } = internalCalls(tokenSecret);

  const call = async (method: 'POST' | 'PUT', path: string, value: object): Promise<Response> => {
    if (url === undefined) throw new GatewaySilent('No gateway is configured.');
    const body = JSON.stringify(value);
    const headers = { 'content-type': 'application/json', [INTERNAL_SIGNATURE]: sign(method, path, body) };
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS + MARGIN_MS);
    // The error of a failed call may quote the request: only its name is passed on.
    return fetch(new URL(path, url), { method, headers, body, signal }).catch((error: Error) => {
      throw new GatewaySilent(error.name);
    });
  };

  return {
    ask: async (question) => {
      const response = await call('POST', gatewayCalls.ask, question);
      const answer = GatewayAnswer.safeParse(response.ok ? await response.json().catch(() => null) : null);
      if (!answer.success || answer.data.kind !== question.kind) throw new GatewaySilent(`It answered ${response.status}.`);
      return answer.data as AnswerTo<typeof question>;
    },
    keepSecrets: async (connectionId, secrets) => {
      const response = await call('PUT', gatewayCalls.secrets(connectionId), secrets);
      if (response.ok) return true;
      const refused = TAKEN.safeParse(await response.json().catch(() => null));
      if (!refused.success) throw new GatewaySilent(`It answered ${response.status}.`);
      return false;
    },
  };
};
