-- API keys of merchants' machines. Only the hash is stored: the secret has 256 random bits, so the hash does not reveal it.
create table api_key (
  account_id text not null references account,
  name text not null check (name ~ '^[A-Za-z0-9]{1,64}$'),
  role text not null check (role in ('merchant-terminal', 'account-owner')),
  secret_hash bytea not null unique,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text not null,
  primary key (account_id, name)
);

-- Processes cache keys and are notified when one changes.
create function api_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_key_changed', encode(old.secret_hash, 'hex'));
  return null;
end $$;
create trigger api_key_changed after update or delete on api_key for each row execute function api_key_changed();
