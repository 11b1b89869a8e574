-- owner: payment-links
-- What customers pay by without a till asking them: links in messages, stickers and posters. Its code is its id and never changes.
create table payment_link (
  id text primary key check (id ~ '^pl_[\w-]{1,61}$'),
  merchant_id text not null references merchant,
  merchant_account_id text not null references account,
  config_id text not null references merchant_config,
  test boolean not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('fixed', 'typed', 'till')),
  amount bigint check (amount > 0),
  -- Of an amount that the customer types.
  least bigint check (least > 0),
  most bigint check (most > 0),
  once boolean not null,
  -- In Auckland.
  last_day date,
  partial_allowed boolean not null,
  asks_note boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  closed_at timestamptz,
  closed_by text,
  check ((kind = 'fixed') = (amount is not null)),
  check (kind = 'typed' or (least is null and most is null)),
  check (least <= most),
  check (kind <> 'till' or not (once or partial_allowed or asks_note or last_day is not null)),
  check ((closed_at is null) = (closed_by is null))
);
create index payment_link_merchant on payment_link (merchant_id, created_at desc);

-- The requests of a link, newest first. A request never changes its terms, so a payment changes nothing here (docs/decisions/0168).
create index payment_request_link on payment_request ((terms ->> 'paymentLinkId'), created_at desc) where (terms ->> 'paymentLinkId') is not null;
