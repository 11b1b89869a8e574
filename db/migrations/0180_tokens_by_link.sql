-- owner: collections
-- A token that waits behind a link for whoever opens it first: it has no recipient until then, and its message is sent by the business itself.
alter table asset_transfer add column by_link boolean not null default false;
do $$
begin
  execute (select format('alter table asset_transfer drop constraint %I', conname) from pg_constraint
            where conrelid = 'asset_transfer'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%recipient_alias%');
end $$;
alter table asset_transfer
  add constraint asset_transfer_alias_while_it_waits
    check ((status in ('created', 'sent', 'expired') and not by_link) = (recipient_alias is not null)) not valid,
  add constraint asset_transfer_link_is_of_an_issuer check (not by_link or issued) not valid;
alter table asset_transfer validate constraint asset_transfer_alias_while_it_waits;
alter table asset_transfer validate constraint asset_transfer_link_is_of_an_issuer;

-- The id of the transfer that a link leads to is known before the job has issued the token, so that the call answers the link. The key in
-- the link is derived and stored nowhere.
alter table token_recipient add column transfer_id text collate "C" unique;
do $$
begin
  execute (select format('alter table token_recipient drop constraint %I', conname) from pg_constraint
            where conrelid = 'token_recipient'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%alias IS NOT NULL%');
end $$;
alter table token_recipient
  add constraint token_recipient_alias_until_issued check ((settled_at is null and transfer_id is null) = (alias is not null)) not valid;
alter table token_recipient validate constraint token_recipient_alias_until_issued;
