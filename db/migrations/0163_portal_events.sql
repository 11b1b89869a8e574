-- owner: portal-events
-- What open pages of the merchant portal are told, kept for a day. Only the outbox dispatcher inserts, one batch at a time, so ids are
-- in the order of their commits: a reader who has seen one has seen all before it.
create table portal_event (
  id bigint generated always as identity (cache 1) primary key,
  account_id text not null,
  merchant_id text not null,
  test boolean not null,
  payment_request_id text collate "C" not null,
  kind text not null check (kind in ('paid', 'changed', 'refund-completed', 'cancelled', 'expired')),
  at timestamptz not null
);
create index portal_event_account on portal_event (account_id, id);

-- Open streams of a member end when what they may see changes.
create function account_member_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_event', 'member ' || old.person_id);
  return null;
end $$;
create trigger account_member_changed after update or delete on account_member for each row execute function account_member_changed();
