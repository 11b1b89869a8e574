-- The payments made on requests, one row per tender. Before, they were a list in payment_request.tenders.
create table payment (
  payment_request_id text collate "C" not null,
  number integer not null, -- of its activity
  id text collate "C" not null, -- of its activity; the API calls it completedPaymentId
  merchant_id text not null,
  test boolean not null,
  -- How it was paid. `external`: taken by the till itself, without money in our ledger.
  method text not null check (method in ('wallet', 'token', 'pay-by-bank', 'farm-card', 'external')),
  asset_type text not null,
  description text not null,
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  paid_at timestamptz not null,
  posting bigint, -- null if no money moved in our ledger
  asset_id text collate "C",
  payer_account_id text,
  -- Of a token: the lines it covers, in wire format, and the issuer that owes the money for it.
  line_items jsonb,
  collection_id text,
  issuer_account_id text,
  -- Of a payment by bank or card: its id in the module of the method.
  external_payment_id text,
  -- A partial payment: it closed the request although an amount remained.
  ends_request boolean not null default false,
  -- It went back before the request was complete, or its provider rejected it: it is no longer a payment on the request.
  returned_at timestamptz,
  primary key (payment_request_id, number),
  check ((method in ('pay-by-bank', 'farm-card')) = (external_payment_id is not null)),
  check ((method = 'external') = (posting is null)),
  check ((method = 'token') = (collection_id is not null))
) with (fillfactor = 90); -- room for the refunds
-- A merchant's payments and requests by day.
create index payment_merchant on payment (merchant_id, paid_at, payment_request_id, number);
create index payment_request_merchant on payment_request (merchant_id, created_at, id);

insert into payment (payment_request_id, number, id, merchant_id, test, method, asset_type, description, amount, refunded, paid_at, posting, asset_id,
  payer_account_id, line_items, collection_id, issuer_account_id, external_payment_id, ends_request)
select r.id, a.number, t ->> 'activityId', r.merchant_id, r.test,
       case when t ? 'paidAtTill' then 'external' when t ? 'externalPayment' then t -> 'externalPayment' ->> 'method' when t ? 'collectionId' then 'token' else 'wallet' end,
       t ->> 'assetType', t ->> 'description', (t ->> 'amount')::bigint, (t ->> 'refunded')::bigint, a.created_at, (t ->> 'posting')::bigint, t ->> 'assetId',
       t ->> 'payerAccountId', t -> 'lineItems', t ->> 'collectionId', t ->> 'issuerAccountId', t -> 'externalPayment' ->> 'id', t ? 'endsRequest'
  from payment_request r cross join lateral jsonb_array_elements(r.tenders) t
  join payment_activity a on a.payment_request_id = r.id and a.id = t ->> 'activityId';

do $$
begin
  if (select coalesce(sum(amount - remaining), 0) from payment_request) <> (select coalesce(sum(amount), 0) from payment) then
    raise exception 'the payments do not add up to what was paid on the requests';
  end if;
end $$;
drop view if exists invariant_request_matches_tenders_and_ledger, invariant_suspense_holds_unfinished_payments;
alter table payment_request drop column tenders;
