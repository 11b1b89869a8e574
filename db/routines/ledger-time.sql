-- Whose clock the ledger runs by: the database's, unless its callers may name the time.
set local role nikau_ledger;

-- A caller that names the time could use a counter that has closed, or a hold that has expired.
create or replace function ledger.require_simulated_time() returns void language plpgsql set search_path = ledger, pg_temp as $$
begin
  if not exists (select from simulated_time) then
    raise exception 'this ledger runs by the clock of the database' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- For tests, trials and development: only in an empty ledger, so that no ledger with money in it can be given another time.
create or replace function ledger.allow_simulated_time() returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if exists (select from simulated_time) then return; end if;
  if exists (select from posting) then
    raise exception 'this ledger has postings: it keeps the clock of the database' using errcode = 'insufficient_privilege';
  end if;
  insert into simulated_time values (true);
end $$;

-- The time of the books: of the last posting where time is simulated.
create or replace function ledger.book_time() returns timestamptz language sql stable set search_path = ledger, pg_temp as $$
  select case when exists (select from simulated_time) then coalesce((select max(changed_at) from account), clock_timestamp()) else clock_timestamp() end
$$;

revoke all on function ledger.require_simulated_time, ledger.allow_simulated_time from public;
grant execute on function ledger.book_time to public; -- invariants compare with it
reset role;
