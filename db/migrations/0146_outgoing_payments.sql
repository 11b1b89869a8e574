-- owner: outgoing-payments
-- Payments from our bank account to accounts at other banks, other than withdrawals. They go into the same files.
create table outgoing_payment (
  id text collate "C" primary key,
  -- account-check: one cent with a code on the statement, which proves that the account is its owner's.
  purpose text not null check (purpose in ('payout', 'account-check')),
  account_id text not null references account,
  bank_account_id text collate "C" not null references bank_account,
  amount bigint not null check (amount > 0),
  -- The ledger account that the money left, and comes back to if the bank returns it.
  source_account text collate "C" not null,
  -- On the payee's statement. The reference is on ours too, and in the bank's results.
  reference text collate "C" not null unique,
  particulars text not null check (length(particulars) <= 12),
  code text not null check (length(code) <= 12),
  status text not null check (status in ('waiting', 'sent', 'paid', 'returned')),
  posting bigint not null,
  file_id text collate "C",
  created_at timestamptz not null,
  sent_at timestamptz,
  paid_at timestamptz,
  returned_at timestamptz,
  return_reason text,
  return_posting bigint,
  check ((status = 'waiting') = (sent_at is null and returned_at is null)),
  check (status <> 'paid' or paid_at is not null),
  check ((status = 'returned') = (returned_at is not null and return_reason is not null and return_posting is not null))
);
create index outgoing_payment_waiting on outgoing_payment (id) where status = 'waiting';
create index outgoing_payment_file on outgoing_payment (file_id) where file_id is not null;
create index outgoing_payment_bank_account on outgoing_payment (bank_account_id, id);
create index outgoing_payment_source on outgoing_payment (source_account, id);
create index outgoing_payment_returned on outgoing_payment (account_id, returned_at) where returned_at is not null;

alter table movement add column outgoing_payment_id text collate "C";
alter table movement drop constraint movement_check;
alter table movement add constraint movement_check
  check (num_nonnulls(topup_id, withdrawal_id, payment_request_id, asset_transfer_id, outgoing_payment_id) = 1);
