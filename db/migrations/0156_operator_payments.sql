-- owner: pay-by-bank
-- A payment that an operator has decided as paid may have no id at its bank; nothing is asked about it any more.
alter table pay_by_bank_payment drop constraint pay_by_bank_payment_check2;
alter table pay_by_bank_payment
  add constraint pay_by_bank_payment_bank_id check (step not in ('watch', 'paid') or bank_payment_id is not null or (step = 'paid' and next_attempt_at is null));

-- owner: card-payments
-- A refund that the company refuses goes to the cardholder's bank account: sent, and paid once the bank has paid it.
alter table card_refund
  add column outgoing_payment_id text collate "C" unique references outgoing_payment,
  drop constraint card_refund_step_check,
  add constraint card_refund_step_check check (step in ('refund', 'refused', 'done', 'sent', 'paid')),
  add check (step not in ('sent', 'paid') or outgoing_payment_id is not null);

-- owner: outgoing-payments
-- Adds a purpose to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'outgoing_payment_purpose_check');
begin
  alter table outgoing_payment drop constraint outgoing_payment_purpose_check;
  execute 'alter table outgoing_payment add constraint outgoing_payment_purpose_check ' || replace(list, 'ARRAY[', 'ARRAY[''card-refund''::text, ');
end $$;

-- owner: receipts
-- Money of partners that operators have booked, because it belongs to no charge and no bill: a part of a receipt, or, below zero, a part
-- of an advice that the company never pays.
create table booked_receipt (
  id text collate "C" primary key references operator_proposal,
  reference text collate "C" not null, -- of the receipts
  -- The line of the advice whose money it is, or the receipt whose surplus it is. Otherwise what is too much or too little for the reference.
  line integer,
  account text,
  transaction_id text,
  amount bigint not null check (amount <> 0),
  ledger_account text not null, -- where it is booked
  posting bigint not null unique,
  at timestamptz not null,
  unique (reference, line),
  unique (account, transaction_id),
  foreign key (account, transaction_id) references bank_receipt,
  check ((account is null) = (transaction_id is null)),
  check (line is null or account is null)
);
create index booked_receipt_reference on booked_receipt (reference);

-- What operators have changed of the debt of the card company for one charge or refund: it settles another amount, or nothing at all.
create table card_correction (
  id text collate "C" primary key references operator_proposal,
  kind text not null check (kind in ('charge', 'refund')),
  key text collate "C" not null,
  amount bigint not null check (amount <> 0), -- what the company does not owe any more
  ledger_account text not null,              -- what bears it
  posting bigint not null unique,
  at timestamptz not null,
  unique (kind, key)
);

-- booked: its money was booked by operators, and it settles nothing.
alter table card_advice_line drop constraint card_advice_line_verdict_check;
alter table card_advice_line add constraint card_advice_line_verdict_check check (verdict in ('matched', 'unknown', 'other-amount', 'booked'));
drop index card_advice_line_unmatched;
create index card_advice_line_unmatched on card_advice_line (advice) where verdict not in ('matched', 'booked');

-- What an issuer never pays. paid_at: nothing of the bill is open any more.
alter table issuer_bill
  add column written_off bigint not null default 0 check (written_off >= 0),
  add column write_off_posting bigint unique,
  drop constraint issuer_bill_check3,
  add check ((paid + written_off = amount) = (paid_at is not null)),
  add check (paid + written_off <= amount),
  add check ((written_off > 0) = (write_off_posting is not null));

create trigger append_only before update or delete or truncate on booked_receipt for each statement execute function operator_approval_append_only();
create trigger append_only before update or delete or truncate on card_correction for each statement execute function operator_approval_append_only();
