import type pg from 'pg';

type Renewal = { isRenewed: boolean; isWanted: boolean };

/** The statements on the table of leases for one process. */
export const leaseTable = (pool: pg.Pool, owner: string, ttlMs: number) => ({
  /**
   * Renews those that are still held; returns them. Not renewed: a transaction under it has locked it, and it was left out, so that a slow
   * one costs no other lease. Wanted: another process has asked for it.
   */
  renew: async (held: { name: string; epochs: [number, number] }[]): Promise<Map<string, Renewal>> => {
    const { rows } = await pool.query<Renewal & { name: string }>({
      name: 'leases-renew',
      text: `with renewing as materialized (
         select l.name from lease.lease l join unnest($2::text[], $3::bigint[], $4::bigint[]) as m(name, epoch, asked) using (name)
         where l.name = any($2) and l.owner = $1 and l.epoch in (m.epoch, m.asked) for no key update of l skip locked
       ), renewed as (
         update lease.lease l set until = clock_timestamp() + $5 * interval '1 ms' from renewing r where l.name = r.name returning l.name
       )
       select l.name, r.name is not null as "isRenewed", l.wanted_by is not null as "isWanted"
       from lease.lease l join unnest($2::text[], $3::bigint[], $4::bigint[]) as m(name, epoch, asked) using (name)
       left join renewed r using (name)
       where l.name = any($2) and l.owner = $1 and l.epoch in (m.epoch, m.asked)`,
      values: [
        owner,
        held.map(({ name }) => name),
        held.map(({ epochs }) => epochs[0]),
        held.map(({ epochs }) => epochs[1]),
        ttlMs,
      ],
    });
    return new Map(rows.map((row) => [row.name, row]));
  },

  /** Waits for a transaction under the lease. */
  renewOne: async (name: string, epochs: [number, number]): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update lease.lease set until = clock_timestamp() + $4 * interval '1 ms' where name = $1 and owner = $2 and epoch = any($3)`,
      [name, owner, epochs, ttlMs],
    );
    return rowCount === 1;
  },

  /** Takes those that nobody holds, at most `most`; returns their epochs by name. */
  take: async (names: string[], most: number | null): Promise<Map<string, number>> => {
    const { rows } = await pool.query<{ name: string; epoch: string }>(
      `with free as (
         select name from lease.lease where name = any($1) and (until < clock_timestamp() or owner in ($2, ''))
         order by name limit $4 for no key update skip locked
       ), taken as (
         update lease.lease l set owner = $2, epoch = l.epoch + 1, until = clock_timestamp() + $3 * interval '1 ms', wanted_by = null
         from free where l.name = free.name returning l.name, l.epoch
       ), made as (
         insert into lease.lease (name, owner, epoch, until)
         select name, $2, 1, clock_timestamp() + $3 * interval '1 ms' from unnest($1::text[]) as w(name)
         where not exists (select 1 from lease.lease l where l.name = w.name)
         order by name limit $4::int - (select count(*)::int from taken)
         on conflict (name) do nothing returning name, epoch
       )
       select * from taken union all select * from made`,
      [names, owner, ttlMs, most],
    );
    return new Map(rows.map(({ name, epoch }) => [name, Number(epoch)]));
  },

  /** Asks the process that has most of these for so many that both have as many. Those already asked for count for who wants them. */
  ask: async (names: string[]): Promise<void> => {
    await pool.query(
      `with counted as (
         select coalesce(wanted_by, owner) as whose, count(*) as many from lease.lease
         where name = any($1) and until > clock_timestamp() and owner <> '' group by 1
       ), richest as (select whose, many from counted order by many desc limit 1),
       asked as materialized (
         select l.name from lease.lease l join richest r on l.owner = r.whose
         where l.name = any($1) and l.wanted_by is null and l.until > clock_timestamp()
         order by l.name limit ((select many from richest) - coalesce((select many from counted where whose = $2), 0)) / 2
         for no key update of l skip locked
       )
       update lease.lease l set wanted_by = $2 from asked where l.name = asked.name`,
      [names, owner],
    );
  },

  advance: async (name: string, from: number, to: number): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'update lease.lease set epoch = $4 where name = $1 and owner = $2 and epoch in ($3, $4)',
      [name, owner, from, to],
    );
    return rowCount === 1;
  },
});
