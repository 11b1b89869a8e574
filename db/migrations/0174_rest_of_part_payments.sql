-- owner: payment-requests
-- What a till took itself, if it said so, and what cash was rounded by: `amount` is what was taken, and `amount + rounding` what it paid of the request.
alter table payment add column tender text check (tender in ('cash', 'eftpos')), add column rounding bigint not null default 0;
alter table payment
  add constraint payment_tender_is_of_the_till check (tender is null or method = 'external') not valid,
  add constraint payment_rounding_is_of_cash check (rounding = 0 or (tender = 'cash' and rounding between -4 and 5)) not valid;
alter table payment validate constraint payment_tender_is_of_the_till;
alter table payment validate constraint payment_rounding_is_of_cash;

-- Of cash that was rounded up, more can go back than was due.
do $$
begin
  execute (select format('alter table payment_request drop constraint %I', conname) from pg_constraint
            where conrelid = 'payment_request'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%refunded%remaining%');
end $$;
alter table payment_request add constraint payment_request_refunded_check check (refunded between 0 and amount - remaining + 4) not valid;
alter table payment_request validate constraint payment_request_refunded_check;

-- The rest of a part payment is offered to further customers by their codes.
alter table patron_code drop constraint patron_code_payment_request_id_key;
create index patron_code_payment_request on patron_code (payment_request_id) where payment_request_id is not null;
