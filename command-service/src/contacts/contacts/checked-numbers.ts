import { abilitiesOf, Refused, spellingsOf } from '@prosa/contracts';
import { isOff } from '../../channels/connections/is-off.ts';
import type { Deps } from '../../kernel/deps.ts';
import { orRefusal } from '../../kernel/gateway.ts';
import type { ReferenceConnection } from '../../kernel/reference-data.records.ts';

/** How long an answer counts. Whoever is not there may come: that is asked again after a day. */
const CHECKED = { there: '30 days', absent: '1 day' } as const;
const select = `
  select name, spelling from command.checked_number
  where name = any($1) and at > now() - case when spelling = 'absent' then interval '${CHECKED.absent}' else interval '${CHECKED.there}' end`;
/** Each new answer takes some old ones away, so that they never pile up. */
const upsert = `
  with old as (
    delete from command.checked_number where name in (
      select name from command.checked_number where at < now() - interval '${CHECKED.there}' and name <> all($1) limit 10 * cardinality($1::text[])))
  insert into command.checked_number (name, spelling) select * from unnest($1::text[], $2::text[])
  on conflict (name) do update set spelling = excluded.spelling, at = now()`;

/** How the channel spells a number, compared with how it was typed: so that no number is stored. The ninth digit stands for Mexico's 1 and Argentina's 9. */
type Spelling = 'same' | 'without-ninth' | 'with-ninth' | 'absent';
const spelled: Record<Exclude<Spelling, 'absent'>, (typed: string) => string> = {
  same: (typed) => typed,
  'without-ninth': (typed) => spellingsOf(typed).short,
  'with-ninth': (typed) => spellingsOf(typed).long,
};

type Tools = Pick<Deps, 'pool' | 'keys' | 'gateway'>;

/** Whether a connection's channel can tell which numbers are there. */
export const knowsNumbers = ({ channel, provider }: Pick<ReferenceConnection, 'channel' | 'provider'>): boolean =>
  abilitiesOf(channel, provider).knowsNumbers;

/**
 * Asks a channel that can tell which of at most 50 numbers are there, each once in 30 days. Returns each as the channel spells it, null for
 * one that is not there; those that it could not tell are left out. Throws Refused ERR_WAPP_CHECK_CONTACT if the channel does not answer.
 */
export const createCheckNumbers = ({ pool, keys, gateway }: Tools) => {
  return async (
    companyId: string,
    connection: ReferenceConnection,
    typed: readonly string[],
  ): Promise<Map<string, string | null>> => {
    const { id: connectionId, channel, provider } = connection;
    const named = new Map<string, string>();
    for (const one of typed) named.set(await keys.identityStream(companyId, 'checked', `${channel} ${one}`), one);
    const { rows } = await pool.query<{ name: string; spelling: Spelling }>(select, [[...named.keys()]]);
    const answers = new Map(
      rows.map(({ name, spelling }) => {
        const one = named.get(name)!;
        return [one, spelling === 'absent' ? null : spelled[spelling](one)];
      }),
    );
    const numbers = typed.filter((one) => !answers.has(one));
    if (numbers.length === 0) return answers;
    if (isOff(connection)) throw new Refused('ERR_WAPP_CHECK_CONTACT');
    const question = { kind: 'numbers' as const, companyId, channel, provider, connectionId, numbers };
    const told = (await gateway.ask(question).catch(orRefusal('ERR_WAPP_CHECK_CONTACT'))).numbers;
    const news = new Map<string, Spelling>();
    for (const [name, one] of named) {
      const answer = told.find(({ asked }) => asked === one);
      if (!answer) continue;
      const value = answer.value?.replace(/\D/g, '') ?? null;
      answers.set(one, value);
      const spelling = spellingOf(one, value);
      // A number that the channel spells in a way of its own is asked for again.
      if (spelling !== null) news.set(name, spelling);
    }
    if (news.size > 0) await pool.query(upsert, [[...news.keys()], [...news.values()]]);
    return answers;
  };
};

/**
 * Asks a channel that can tell whether a number is there, and returns it as the channel spells it. Where the channel cannot tell, the number
 * stays as it was typed.
 */
export const createCheckNumber = (tools: Tools) => {
  const check = createCheckNumbers(tools);
  /** Throws Refused ERR_CHECK_NUMBER if nobody is there, ERR_WAPP_CHECK_CONTACT if the channel does not answer. */
  return async (companyId: string, connection: ReferenceConnection | null, typed: string): Promise<string> => {
    if (!connection || !knowsNumbers(connection)) return typed;
    const value = (await check(companyId, connection, [typed])).get(typed);
    if (value === null) throw new Refused('ERR_CHECK_NUMBER');
    return value ?? typed;
  };
};

const spellingOf = (typed: string, value: string | null): Spelling | null => {
  if (value === null) return 'absent';
  const found = Object.entries(spelled).find(([, spell]) => spell(typed) === value);
  return (found?.[0] as Spelling | undefined) ?? null;
};
