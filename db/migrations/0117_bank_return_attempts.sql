-- Returns from the bank whose code or id token did not belong to the payment; at a limit the payment fails.
alter table pay_by_bank_payment add column refused_returns integer not null default 0;
