import type { Part } from '../kernel/pg.ts';

/**
 * The schema `bus`: the log of PostgresBus and its groups, and `bus.parked`, which both adapters use. Offsets have no gaps and become
 * visible in order: an offset is taken under the lock of its partition's row, which is held until the commit, so a later offset is never
 * visible before an earlier one.
 */
const log = `
create table bus.partition (
  topic text not null, partition int not null, next bigint not null default 0,
  primary key (topic, partition)
) with (fillfactor = 50);

create table bus.log (
  topic text not null, partition int not null, "offset" bigint not null,
  key text not null, value text not null, headers text, at timestamptz not null default clock_timestamp(),
  primary key (topic, partition, "offset")
);

create function bus.publish(topics text[], partitions int[], keys text[], vals text[], heads text[]) returns void language plpgsql as $$
declare written bigint;
begin
  -- All rows are locked in one order, so that two publishers never wait for each other in a circle.
  perform 1 from bus.partition p
    where (p.topic, p.partition) in (select u.t, u.n from unnest(topics, partitions) as u(t, n))
    order by p.topic, p.partition for no key update;
  with message as (
    select u.*, row_number() over (partition by u.t, u.n order by u.ord) as nth, count(*) over (partition by u.t, u.n) as many
    from unnest(topics, partitions, keys, vals, heads) with ordinality as u(t, n, k, v, h, ord)
  ), taken as (
    update bus.partition p set next = p.next + m.many
    from (select distinct t, n, many from message) m
    where p.topic = m.t and p.partition = m.n
    returning p.topic, p.partition, p.next - m.many as first
  )
  insert into bus.log (topic, partition, "offset", key, value, headers)
  select m.t, m.n, taken.first + m.nth - 1, m.k, m.v, m.h
  from message m join taken on taken.topic = m.t and taken.partition = m.n;
  get diagnostics written = row_count;
  if written <> cardinality(topics) then raise exception 'unknown topic or partition'; end if;
  perform pg_notify('bus', d.t || '/' || d.n) from (select distinct u.t, u.n from unnest(topics, partitions) as u(t, n)) d;
end $$;
`;

/**
 * Members, and which member owns which partition. A member is alive while it renews `until` (Postgres's clock) and while its connection
 * holds the shared advisory lock (7249, id): a killed process is noticed at once, a stalled one when its time is over. `epoch` rises with
 * each new owner, and each commit names it, so that a member that has lost the partition without knowing cannot move the offset.
 */
const groups = `
create sequence bus.member_id as int cycle;

create table bus.member (
  id int primary key, group_name text not null, topics text[] not null, until timestamptz not null
) with (fillfactor = 50);

create table bus.assignment (
  group_name text not null, topic text not null, partition int not null,
  next bigint not null, owner int, epoch bigint not null default 0,
  primary key (group_name, topic, partition)
) with (fillfactor = 50);

-- Renews the member, buries the dead, lets go of what the member drained, and takes what falls to it; tells what it owns.
create function bus.sync(me int, my_group text, my_topics text[], from_beginning boolean, ttl_ms int, drained_topics text[], drained_partitions int[])
returns table (topic text, partition int, epoch bigint, next bigint, head bigint, wanted boolean) language plpgsql as $$
#variable_conflict use_column
declare
  counted bigint;
  changed bigint;
begin
  perform pg_advisory_xact_lock(7248, hashtext(my_group));
  update bus.member m set until = clock_timestamp() + ttl_ms * interval '1 ms' where m.id = me;
  changed := 0;
  if not found then
    insert into bus.member (id, group_name, topics, until) values (me, my_group, my_topics, clock_timestamp() + ttl_ms * interval '1 ms');
    changed := 1;
  end if;
  delete from bus.member m where m.group_name = my_group and m.id <> me and (
    m.until < clock_timestamp() or not exists (
      select 1 from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.classid = 7249 and l.objid = m.id::oid and l.objsubid = 2
        and l.database = (select d.oid from pg_database d where d.datname = current_database())));
  get diagnostics counted = row_count;
  changed := changed + counted;
  insert into bus.assignment (group_name, topic, partition, next)
    select my_group, p.topic, p.partition, case when from_beginning then 0 else p.next end
    from bus.partition p
    where p.topic = any(my_topics) and not exists (
      select 1 from bus.assignment a where a.group_name = my_group and a.topic = p.topic and a.partition = p.partition)
  on conflict do nothing;
  update bus.assignment a set owner = null
    from unnest(drained_topics, drained_partitions) as d(t, n)
    where a.group_name = my_group and a.topic = d.t and a.partition = d.n and a.owner = me;
  get diagnostics counted = row_count;
  changed := changed + counted;
  update bus.assignment a set owner = me, epoch = a.epoch + 1
    from bus.target(my_group) t
    where a.group_name = my_group and a.topic = t.topic and a.partition = t.partition and t.member = me
      and (a.owner is null or not exists (select 1 from bus.member m where m.id = a.owner and m.group_name = my_group));
  if changed > 0 then perform pg_notify('bus', 'group/' || my_group); end if;
  return query
    select a.topic, a.partition, a.epoch, a.next, p.next, coalesce(t.member = me, false)
    from bus.assignment a
    join bus.partition p on p.topic = a.topic and p.partition = a.partition
    left join bus.target(my_group) t on t.topic = a.topic and t.partition = a.partition
    where a.group_name = my_group and a.owner = me;
end $$;

-- Whose each partition should be: in turn, among the members that read its topic.
create function bus.target(of_group text) returns table (topic text, partition int, member int) language sql stable as $$
  select s.topic, s.partition, s.ids[1 + (s.nth % cardinality(s.ids))::int] from (
    select a.topic, a.partition, row_number() over (order by a.topic, a.partition) - 1 as nth,
      (select array_agg(m.id order by m.id) from bus.member m where m.group_name = of_group and a.topic = any(m.topics)) as ids
    from bus.assignment a where a.group_name = of_group
  ) s where s.ids is not null
$$;

create function bus.leave(me int, my_group text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7248, hashtext(my_group));
  update bus.assignment a set owner = null where a.group_name = my_group and a.owner = me;
  delete from bus.member m where m.id = me;
  perform pg_notify('bus', 'group/' || my_group);
end $$;
`;

const parked = `
create table bus.parked (
  id uuid primary key, group_name text not null, topic text not null, partition int not null, "offset" bigint not null,
  key text not null, value text not null, headers text, at timestamptz not null,
  error text not null, attempts int not null default 1, parked_at timestamptz not null default now(),
  unique (group_name, topic, partition, "offset")
);
`;

/**
 * Offsets start at the beginning again when a topic is recreated or the adapter is changed: the message's time distinguishes it from an
 * older one with the same offset.
 */
const parkedTimes = `
alter table bus.parked drop constraint parked_group_name_topic_partition_offset_key,
  add constraint parked_message unique (group_name, topic, partition, "offset", at);
`;

/** Messages of a blocked key wait here too, in order; the first one is retried when it is due. */
const parkedKeys = `
alter table bus.parked add column held boolean not null default false, add column due_at timestamptz;
create index parked_held on bus.parked (group_name, topic, partition, key, "offset") where held;
`;

/**
 * `bus.publish` without the notification to the readers, which its caller sends after the commit. The older function stays for
 * processes of the previous release.
 */
const append = `
create function bus.append(topics text[], partitions int[], keys text[], vals text[], heads text[]) returns void language plpgsql as $$
declare written bigint;
begin
  -- All rows are locked in one order, so that two publishers never wait for each other in a circle.
  perform 1 from bus.partition p
    where (p.topic, p.partition) in (select u.t, u.n from unnest(topics, partitions) as u(t, n))
    order by p.topic, p.partition for no key update;
  with message as (
    select u.*, row_number() over (partition by u.t, u.n order by u.ord) as nth, count(*) over (partition by u.t, u.n) as many
    from unnest(topics, partitions, keys, vals, heads) with ordinality as u(t, n, k, v, h, ord)
  ), taken as (
    update bus.partition p set next = p.next + m.many
    from (select distinct t, n, many from message) m
    where p.topic = m.t and p.partition = m.n
    returning p.topic, p.partition, p.next - m.many as first
  )
  insert into bus.log (topic, partition, "offset", key, value, headers)
  select m.t, m.n, taken.first + m.nth - 1, m.k, m.v, m.h
  from message m join taken on taken.topic = m.t and taken.partition = m.n;
  get diagnostics written = row_count;
  if written <> cardinality(topics) then raise exception 'unknown topic or partition'; end if;
end $$;
`;

/** For `migrate()`. Both adapters need it: parked messages are kept in Postgres. */
export const busMigrations: Part = {
  schema: 'bus',
  migrations: [
    { name: '1-log', sql: log },
    { name: '2-groups', sql: groups },
    { name: '3-parked', sql: parked },
    { name: '4-parked-times', sql: parkedTimes },
    { name: '5-parked-keys', sql: parkedKeys },
    { name: '6-append', sql: append },
  ],
};
