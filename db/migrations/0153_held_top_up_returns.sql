-- owner: funds-transfers
-- A held top-up whose bank account is never verified goes back to that account.
alter table funds_transfer add column return_payment_id text collate "C" unique references outgoing_payment;
create index funds_transfer_held on funds_transfer (settled_at) where held and status = 'requested';

-- owner: outgoing-payments
alter table outgoing_payment
  drop constraint outgoing_payment_purpose_check,
  add constraint outgoing_payment_purpose_check check (purpose in ('payout', 'account-check', 'bank-return', 'top-up-return'));

-- Adds a kind to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check ' || replace(list, 'ARRAY[', 'ARRAY[''top-up-return-failed''::text, ');
end $$;
