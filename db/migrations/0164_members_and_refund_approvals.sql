-- owner: accounts
-- How much a member may refund of one payment; null: what the account allows their role. An owner has no limit.
alter table account_member
  add column refund_limit bigint check (refund_limit >= 0),
  add constraint account_member_refund_limit_role check (refund_limit is null or role in ('manager', 'cashier'));

-- How much a role may refund of one payment, in cents, where an account has changed it.
create table account_refund_limit (
  account_id text primary key references account,
  cashier bigint not null check (cashier >= 0),
  manager bigint not null check (manager >= 0),
  updated_at timestamptz not null
);

-- A code that a manager or owner reads out, with which somebody else refunds above their limit, once. Those who typed a wrong code used
-- up a try of every code that was open.
create table account_refund_approval (
  id text primary key,
  account_id text not null references account,
  person_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  used_at timestamptz
);
create index account_refund_approval_open on account_refund_approval (account_id) where used_at is null;

-- An invitation to become a member. The id cannot be guessed, and only whoever has the number or address can accept it.
create table account_invitation (
  id text primary key,
  account_id text not null references account,
  name text not null check (name <> ''),
  -- +64… or an email address in lower case.
  alias text not null,
  role text not null check (role in ('account-owner', 'manager', 'cashier', 'accountant', 'developer')),
  merchant_ids text[] check (cardinality(merchant_ids) between 1 and 100),
  invited_by uuid not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  sent_count smallint not null default 1,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  removed_at timestamptz,
  check ((accepted_at is null) = (accepted_by is null)),
  check (merchant_ids is null or role <> 'account-owner')
);
create index account_invitation_account on account_invitation (account_id, created_at);

-- Who changed what in a business, with before and after. Append-only.
create table account_audit (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  at timestamptz not null,
  action text not null check (action ~ '^[a-z][a-z-]+$'),
  -- The person or API key, as a resource name.
  actor text not null,
  address text,
  device text,
  -- What was changed, such as a person's or a webhook's id.
  subject text,
  before jsonb,
  after jsonb
);
create index account_audit_account on account_audit (account_id, id);
create function account_audit_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'account_audit is append-only';
end $$;
create trigger append_only before update or delete or truncate on account_audit for each statement execute function account_audit_append_only();
