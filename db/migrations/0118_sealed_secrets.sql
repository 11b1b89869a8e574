-- Tokens of banks and of the card company, and the details of direct debit authorities, are sealed with the vault. Plain columns stay
-- for the release before, which still writes them; this release empties them and no longer writes them.

-- The code while the step is `exchange`, the access token while it is `initiate`, and null afterwards.
alter table pay_by_bank_payment add column sealed_credential bytea, add column credential_key_id text,
  add check ((sealed_credential is null) = (credential_key_id is null));
do $$
declare
  found name;
begin
  for found in select conname from pg_constraint
    where conrelid = 'pay_by_bank_payment'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%access_token IS NOT NULL%' loop
    execute format('alter table pay_by_bank_payment drop constraint %I', found);
  end loop;
end $$;
alter table pay_by_bank_payment add check (step <> 'initiate' or sealed_credential is not null or access_token is not null);
create index pay_by_bank_payment_sealed on pay_by_bank_payment (credential_key_id) where sealed_credential is not null;

alter table card_session alter column card_token drop not null, add column sealed_card_token bytea, add column card_token_key_id text,
  add check ((sealed_card_token is null) = (card_token_key_id is null));
alter table card_payment alter column card_token drop not null, add column sealed_card_token bytea, add column card_token_key_id text,
  add check ((sealed_card_token is null) = (card_token_key_id is null));
create index card_session_sealed on card_session (card_token_key_id) where sealed_card_token is not null;
create index card_payment_sealed on card_payment (card_token_key_id) where sealed_card_token is not null;
-- A refund names the charge, so the token is needed until the charge is decided and no longer.
update card_payment set card_token = null where step <> 'charge';
create index card_payment_plain on card_payment (id) where card_token is not null;

-- Name, mobile number and email address as JSON, sealed together. Null when the retention period after the end is over.
alter table direct_debit_authority alter column full_name drop not null, alter column phone drop not null, alter column email drop not null,
  add column sealed_details bytea, add column key_id text,
  add check ((sealed_details is null) = (key_id is null)),
  add check (sealed_details is null or (full_name is null and phone is null and email is null));
create index direct_debit_authority_plain on direct_debit_authority (bank_account_id) where full_name is not null;

-- The key that a signing key is sealed with. Rows from before key ids exist are sealed with the only secret there was.
alter table webhook_key add column sealing_key_id text not null default 'initial';
