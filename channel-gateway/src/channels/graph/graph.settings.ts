/** Where Graph is, and which app of Meta this installation is. */
export type GraphSettings = {
  /** The origin of Graph. */
  url: string;
  /** The origin at which people sign in with Meta. */
  dialogUrl: string;
  /** The version that every call names: `v25.0`. */
  version: string;
  /** Null: no app; only companies with an app of their own can be connected. */
  appId: string | null;
  appSecret: string | null;
  verifyToken: string | null;
  /** The product's address as seen from outside, at which Meta fetches the files of Messenger and Instagram. */
  publicUrl: string | null;
};
type Environment = Readonly<Record<string, string | undefined>>;

const GRAPH = 'https://graph.facebook.com';
const DIALOG = 'https://www.facebook.com';
const VERSION = /^v\d{1,3}\.\d$/;
const LOCAL: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
const DEFAULT_VERSION = 'v25.0';
/** The last day of the default version, by Meta's changelog. */
const DEFAULT_ENDS = Date.UTC(2028, 6, 1);
const WARN_MS = 90 * 86_400_000;

/**
 * Reads the settings from the environment. Another Graph or dialog than the real one is for tests: it must be on this machine, and none is
 * allowed in production, because access tokens are sent to the one, and people to the other. Throws if a setting is wrong.
 */
export const graphSettings = (env: Environment): GraphSettings => {
  const { PROSA_GRAPH_VERSION: version = DEFAULT_VERSION } = env;
  if (!VERSION.test(version)) throw new Error(`PROSA_GRAPH_VERSION must look like ${DEFAULT_VERSION}.`);
  return {
    url: originOf(env, 'PROSA_GRAPH_URL') ?? GRAPH,
    dialogUrl: originOf(env, 'PROSA_META_DIALOG_URL') ?? DIALOG,
    version,
    appId: env.PROSA_META_APP_ID || null,
    appSecret: env.PROSA_META_APP_SECRET || null,
    verifyToken: env.PROSA_META_VERIFY_TOKEN || null,
    publicUrl: env.PROSA_PUBLIC_URL ? new URL(env.PROSA_PUBLIC_URL).origin : null,
  };
};

const originOf = (env: Environment, name: string): string | null => {
  const url = env[name];
  if (!url) return null;
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !LOCAL.includes(address.hostname)) throw new Error(`${name} must be an address of this machine.`);
  if (env.NODE_ENV === 'production') throw new Error(`${name} is for tests, not for production.`);
  return address.origin;
};

/** Whether the version that is used ends within 90 days, as far as that is known. */
export const endsSoon = ({ version }: Pick<GraphSettings, 'version'>, now: number): boolean =>
  version === DEFAULT_VERSION && now > DEFAULT_ENDS - WARN_MS;
