-- For the digest of a range of postings (packages/ledger/src/digest.ts).
set local role nikau_ledger;

-- The highest id that a posting or a change of limits can have so far; their transactions may still be open. The sequence has no cache,
-- and must not get one: a session would hand out lower ids later.
create or replace function ledger.last_posting() returns bigint language sql volatile security definer set search_path = ledger, pg_temp as $$
  select case when is_called then last_value * 1024 + 1023 else 0 end from posting_batch
$$;

-- The last version of an account that a posting up to this id made, 0 for none. Ids increase along an account, because a posting takes
-- its id under the account's lock; so the version is searched backwards in growing steps and then halved, by the primary key alone:
-- the table has no index by posting, which would cost every payment.
create or replace function ledger.version_at(p_account bigint, p_posting bigint) returns bigint
language plpgsql stable set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  high bigint := coalesce((select version from entry where account = p_account order by version desc limit 1), 0);
  low bigint := high;
  step bigint := 1;
  middle bigint;
begin
  while low > 0 and coalesce((select posting from entry where account = p_account and version = low) > p_posting, true) loop
    high := low - 1;
    low := greatest(low - step, 0);
    step := step * 2;
  end loop;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select posting from entry where account = p_account and version = middle) <= p_posting then low := middle; else high := middle - 1; end if;
  end loop;
  return low;
end $$;

revoke all on function ledger.last_posting, ledger.version_at from public;
grant execute on function ledger.last_posting, ledger.version_at to nikau_app;
reset role;
