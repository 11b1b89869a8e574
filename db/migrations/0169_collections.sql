-- Collections that businesses make themselves, and what they give out of them.
alter table collection
  add column begins_at timestamptz, -- its tokens cannot be used before
  add column closed_at timestamptz; -- it issues no more; tokens that people hold stay good
create index collection_account on collection (account_id, created_at desc, id desc);

-- A call that gives out tokens. Its key is kept as long as the tokens are.
create table token_issue (
  id text collate "C" primary key,
  collection_id text not null references collection,
  number bigint generated always as identity unique,
  idempotency_key text not null,
  request_hash bytea not null,
  count integer not null check (count between 1 and 1000),
  person_id uuid not null,
  created_at timestamptz not null,
  unique (collection_id, idempotency_key)
);
create index token_issue_collection on token_issue (collection_id, number);

-- Whom a token is for, one row each, until the job has issued it.
create table token_recipient (
  issue_id text not null references token_issue,
  place smallint not null,
  -- Only while it is to be issued: +64… or an email address in lower case.
  alias text,
  masked_alias text not null check (masked_alias <> ''),
  asset_id text references asset,
  refused text check (refused in ('unavailable', 'too-many-messages', 'closed')),
  settled_at timestamptz,
  primary key (issue_id, place),
  check ((settled_at is null) = (alias is not null)),
  check ((settled_at is not null) = (num_nonnulls(asset_id, refused) = 1))
);
create index token_recipient_to_issue on token_recipient (issue_id, place) where settled_at is null;

-- A token that waits to be claimed since it was issued. If it is declined or not delivered, its unit goes back to the issuer.
alter table asset_transfer add column issued boolean not null default false;

-- What happened to the tokens of a collection.
create index token_activity_asset on token_activity (asset_id, number);

-- Businesses become issuers under their own names, and two may have the same.
alter table issuer drop constraint issuer_name_key;
