-- owner: api-keys
-- What a key may do, with which money, from where and until when. A key that was made with a role has no scopes of its own, and one
-- without liveness reaches test and live money, as before.
alter table api_key
  alter column role drop not null,
  add column scopes text[] check (cardinality(scopes) > 0),
  add column liveness text check (liveness in ('test', 'live')),
  add column allowed_addresses text[] not null default '{}',
  -- The start and the end of the secret, by which people recognise it. Secrets of the release before have none.
  add column prefix text,
  add column last_four text,
  add column expires_at timestamptz,
  -- The secret before the last roll, while it still works.
  add column previous_hash bytea,
  add column previous_until timestamptz,
  add check (num_nonnulls(role, scopes) = 1),
  add check ((previous_hash is null) = (previous_until is null));
create unique index api_key_previous on api_key (previous_hash) where previous_hash is not null;

create or replace function api_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_key_changed', encode(old.secret_hash, 'hex'));
  if old.previous_hash is not null then
    perform pg_notify('api_key_changed', encode(old.previous_hash, 'hex'));
  end if;
  return null;
end $$;

-- When a key was last used, to the minute. Apart from the key, whose changes every process is told.
create table api_key_use (
  account_id text not null,
  name text not null,
  used_at timestamptz not null,
  primary key (account_id, name),
  foreign key (account_id, name) references api_key on delete cascade
) with (fillfactor = 50);
