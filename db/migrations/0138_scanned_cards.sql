-- A till can scan the barcode of a farm-supplies card. The payment exists from the creation of the request, in a step before `charge`:
--   scanned  the company knows the card; the merchant has not polled the request yet, so nothing is charged
-- It has no session, because nobody entered card details. The barcode is not stored; the company's token is, sealed.
-- failure `lapsed`: the request ended before the merchant's first poll.
alter table card_payment alter column session_id drop not null,
  drop constraint card_payment_step_check,
  drop constraint card_payment_failure_check,
  add constraint card_payment_step_check check (step in ('scanned', 'charge', 'indeterminate', 'paid', 'failed')),
  add constraint card_payment_failure_check check (failure in ('insufficient', 'expired', 'inactive', 'declined', 'returned', 'lapsed')),
  add constraint card_payment_scanned_check check (step <> 'scanned' or (session_id is null and next_attempt_at is null));
-- A request is created with one barcode.
create unique index card_payment_scan on card_payment (payment_request_id) where session_id is null;
create index card_payment_scanned on card_payment (created_at) where step = 'scanned';
