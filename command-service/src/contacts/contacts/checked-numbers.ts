import { abilitiesOf, Refused, spellingsOf } from '@prosa/contracts';
import { isOff } from '../../channels/connections/is-off.ts';
import type { Deps } from '../../kernel/deps.ts';
import { orRefusal } from '../../kernel/gateway.ts';
import type { KeptConnection } from '../../kernel/reference-data.kept.ts';

/** How long an answer counts. Whoever is not there may come: that is asked again after a day. */
const CHECKED = { there: '30 days', absent: '1 day' } as const;
const select = `
  select spelling from command.checked_number
  where name = $1 and at > now() - case when spelling = 'absent' then interval '${CHECKED.absent}' else interval '${CHECKED.there}' end`;
/** Each new answer takes some old ones away, so that they never pile up. */
const upsert = `
  with old as (
    delete from command.checked_number where name in (
      select name from command.checked_number where at < now() - interval '${CHECKED.there}' and name <> $1 limit 10))
  insert into command.checked_number (name, spelling) values ($1, $2)
  on conflict (name) do update set spelling = excluded.spelling, at = now()`;

/** How the channel spells a number, compared with how it was typed: so that no number is stored. The ninth digit stands for Mexico's 1 and Argentina's 9. */
type Spelling = 'same' | 'without-ninth' | 'with-ninth' | 'absent';
const spelled: Record<Exclude<Spelling, 'absent'>, (typed: string) => string> = {
  same: (typed) => typed,
  'without-ninth': (typed) => spellingsOf(typed).short,
  'with-ninth': (typed) => spellingsOf(typed).long,
};

/**
 * Asks a channel that can tell whether a number is there, once in 30 days, and returns it as the channel spells it. Where the channel cannot
 * tell, the number stays as it was typed.
 */
export const createCheckNumber = ({ pool, keys, gateway }: Pick<Deps, 'pool' | 'keys' | 'gateway'>) => {
  /** Throws Refused ERR_CHECK_NUMBER if nobody is there, ERR_WAPP_CHECK_CONTACT if the channel does not answer. */
  return async (companyId: string, connection: KeptConnection | null, typed: string): Promise<string> => {
    if (!connection || !abilitiesOf(connection.channel, connection.provider).knowsNumbers) return typed;
    const name = await keys.identityStream(companyId, 'checked', `${connection.channel} ${typed}`);
    const { rows } = await pool.query<{ spelling: Spelling }>(select, [name]);
    const known = rows[0]?.spelling;
    if (known === 'absent') throw new Refused('ERR_CHECK_NUMBER');
    if (known) return spelled[known](typed);
    if (isOff(connection)) throw new Refused('ERR_WAPP_CHECK_CONTACT');
    const { id: connectionId, channel, provider } = connection;
    const question = { kind: 'numbers' as const, companyId, channel, provider, connectionId, numbers: [typed] };
    const { numbers } = await gateway.ask(question).catch(orRefusal('ERR_WAPP_CHECK_CONTACT'));
    const told = numbers.find(({ asked }) => asked === typed);
    if (!told) return typed;
    const value = told.value?.replace(/\D/g, '') ?? null;
    const spelling = spellingOf(typed, value);
    // A number that the channel spells in a way of its own is asked for again.
    if (spelling !== null) await pool.query(upsert, [name, spelling]);
    if (value === null) throw new Refused('ERR_CHECK_NUMBER');
    return value;
  };
};

const spellingOf = (typed: string, value: string | null): Spelling | null => {
  if (value === null) return 'absent';
  const found = Object.entries(spelled).find(([, spell]) => spell(typed) === value);
  return (found?.[0] as Spelling | undefined) ?? null;
};
