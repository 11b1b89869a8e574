-- A payment without approval uses the tokens that the request accepts, and takes the rest from the wallet.
alter table connection add column tokens_first boolean not null default false;

-- The amount is money from the wallet, which the limits count; tokens cover further value. The row is written with the last part.
alter table permission_use
  add column tokens bigint not null default 0 check (tokens >= 0),
  drop constraint permission_use_amount_check,
  add check (amount >= 0 and amount + tokens > 0);

-- The newest request of a connection.
create index payment_request_connection on payment_request ((terms ->> 'connectionId'), created_at) where terms ? 'connectionId';
