-- Who paid, where the bank tells it: the holder's name and the masked number as JSON, sealed with the vault for the payment.
alter table pay_by_bank_payment add column sealed_payer bytea, add column payer_key_id text,
  add check ((sealed_payer is null) = (payer_key_id is null));
create index pay_by_bank_payment_sealed_payer on pay_by_bank_payment (payer_key_id) where sealed_payer is not null;
