-- Top-ups that their owner approves at the bank (docs/decisions/0156). A payment by bank pays a request or tops up a wallet; the steps
-- with the bank are the same. The transfer is inserted with the approval, so one that is never approved leaves no transfer.
alter table pay_by_bank_payment alter column payment_request_id drop not null,
  add column account_id text references account,
  add column wallet_id text collate "C" references asset,
  add column person_id uuid, -- who started it
  add check (num_nonnulls(payment_request_id, wallet_id) = 1),
  add check (num_nonnulls(account_id, wallet_id, person_id) in (0, 3)),
  add unique (account_id, idempotency_key);
create index pay_by_bank_payment_account on pay_by_bank_payment (account_id, created_at) where account_id is not null;

-- A transfer has a linked bank account, or the bank at which its owner approved it.
alter table funds_transfer alter column bank_account_id drop not null, alter column code drop not null,
  add column bank text,
  add check (num_nonnulls(bank_account_id, bank) = 1),
  add check ((code is null) = (bank_account_id is null)),
  add check (bank is null or (type = 'topup' and status <> 'created' and not held and file_id is null)),
  drop constraint funds_transfer_failure_check,
  add constraint funds_transfer_failure_check check (failure in (
    'insufficient-funds', 'no-authority', 'authority-cancelled', 'account-closed', 'account-transferred', 'stopped-by-payer', 'payer-deceased', 'aborted',
    'declined', 'expired', 'bank-unavailable', 'returned'));
