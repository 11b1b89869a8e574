-- Codes that an account's machines show: every web address that begins with the prefix. When a customer scans one, the target is asked,
-- signed, for the payment request. Without verified_at the target has not answered its challenge, and the row resolves nothing.
create table fixed_code (
  id text collate "C" primary key,
  account_id text not null references account,
  prefix text collate "C" not null check (prefix ~ '^https?://[^/]+/.*[/=]$' and length(prefix) <= 200),
  target text not null,
  public_key jsonb not null,
  -- Sealed with WEBHOOK_SECRET.
  sealed_private_key bytea not null,
  sealing_key_id text not null,
  created_at timestamptz not null,
  created_by text not null,
  verified_at timestamptz,
  removed_at timestamptz
);
create unique index fixed_code_prefix on fixed_code (prefix) where verified_at is not null and removed_at is null;
create unique index fixed_code_registered on fixed_code (account_id, prefix) where removed_at is null;
