-- owner: accounts
-- Submits a business to the operators for one of its owners. The API has no other way to change a status: only operators verify.
create or replace function submit_business(account text, by text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before text;
begin
  perform from account a where a.id = account and a.type = 'org' for no key update;
  if not found then
    return false;
  end if;
  before := coalesce((select status from business b where b.account_id = account), 'unverified');
  if before not in ('unverified', 'refused') then
    return false;
  end if;
  insert into business (account_id, status, updated_at) values (account, 'submitted', at)
    on conflict (account_id) do update set status = excluded.status, updated_at = excluded.updated_at;
  insert into business_status_change (account_id, from_status, to_status, operator, reason, at)
    values (account, before, 'submitted', by, 'submitted by an owner', at);
  return true;
end $$;
