-- owner: fees
-- What a merchant pays for a method from a day on, where it differs from the price for all (FEES). Append-only: a change is a new row.
create table merchant_price (
  merchant_id text not null references merchant,
  method text not null check (method in ('wallet', 'token', 'pay-by-bank', 'farm-card')),
  first_day date not null,
  rate integer not null check (rate between 0 and 10000), -- hundredths of a percent
  fixed bigint not null check (fixed >= 0),               -- cents on top
  cap bigint check (cap > 0),                             -- cents, the highest fee of one payment
  created_at timestamptz not null,
  created_by text not null,
  primary key (merchant_id, method, first_day)
);

-- The fee of a payment and the GST on it, computed when the money reaches the merchant and never again.
alter table payment
  add column fee bigint not null default 0 check (fee >= 0),
  add column fee_refundable bigint not null default 0 check (fee_refundable between 0 and fee), -- the part of the fee that a refund gives back
  add column gst bigint not null default 0 check (gst >= 0),
  add column fee_returned bigint not null default 0 check (fee_returned between 0 and fee),
  add column gst_returned bigint not null default 0 check (gst_returned between 0 and gst),
  add check (fee + gst <= amount);

-- Each settlement wallet has its own accounts of fees: a payment locks no account that another merchant's payment needs.
create temporary table fee_account on commit drop as
  select k.kind || ':' || a.id as id, l.unit, k.kind, a.account_id as owner
    from asset a join ledger.account l on l.id = 'asset:' || a.id cross join (values ('fees'), ('gst')) as k (kind)
   where a.settlement;
grant select on fee_account to nikau_ledger;
set local role nikau_ledger;
insert into ledger.account (id, unit, kind, counter, owner, floor, opened_at, changed_at)
select id, unit, kind, false, owner, 0, now(), now() from fee_account;
reset role;
