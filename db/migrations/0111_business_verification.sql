-- The business behind an organisation. An organisation without a row is unverified, and takes test money only.
create table business (
  account_id text primary key references account,
  status text not null check (status in ('unverified', 'submitted', 'verified', 'refused', 'suspended')),
  updated_at timestamptz not null
);

-- Every change of the status: who, when and why. Append-only.
create table business_status_change (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  from_status text not null,
  to_status text not null,
  operator text not null check (operator <> ''),
  -- The database role, which the operator cannot choose.
  database_role text not null default session_user,
  reason text not null check (length(reason) between 3 and 2000),
  at timestamptz not null
);
create index business_status_change_account on business_status_change (account_id, id);
create function business_status_change_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'business_status_change is append-only';
end $$;
create trigger append_only before update or delete or truncate on business_status_change
  for each statement execute function business_status_change_append_only();

-- A merchant in review is not found by customers and takes no live payments. The skeleton is what its name looks like.
alter table merchant
  add column status text not null default 'active' check (status in ('active', 'in-review')),
  add column name_skeleton text;
create index merchant_name_skeleton on merchant (name_skeleton) where not test;
create index merchant_gst_number on merchant (gst_number) where not test;

create table merchant_review (
  id bigint generated always as identity primary key,
  merchant_id text not null references merchant,
  reason text not null check (reason in ('protected-name', 'similar-name', 'gst-number-in-use')),
  -- What was found: the name or the merchant that it resembles.
  found text not null,
  opened_at timestamptz not null,
  cleared_at timestamptz,
  operator text,
  note text,
  check ((cleared_at is null) = (operator is null) and (cleared_at is null) = (note is null))
);
create index merchant_review_merchant on merchant_review (merchant_id);
create index merchant_review_open on merchant_review (opened_at) where cleared_at is null;
