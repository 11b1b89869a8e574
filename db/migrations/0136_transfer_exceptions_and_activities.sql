-- What a recipient reports of an asset transfer is a case for an operator.
alter table operator_exception drop constraint operator_exception_kind_check;
alter table operator_exception add constraint operator_exception_kind_check check (kind in (
  'bank-payment-unconfirmed', 'bank-payment-indeterminate', 'bank-payment-after-failure', 'bank-payment-reversed', 'bank-payment-reversal-blocked',
  'bank-payment-surplus', 'bank-refund-due',
  'card-payment-unconfirmed', 'card-payment-indeterminate', 'card-refund-refused',
  'bank-file-rejected', 'bank-file-conflict', 'bank-order-refused', 'bank-order-invalid',
  'bank-result-unknown-file', 'bank-result-mismatch', 'bank-result-unknown-reference', 'bank-result-conflict', 'bank-result-missing',
  'bank-settlement-conflict',
  'statement-duplicate', 'statement-missing', 'statement-wrong-amount', 'statement-unknown', 'statement-sum', 'statement-balance',
  'asset-transfer-reported'));

-- A token that was sent and not claimed is back with its sender.
alter table token_activity drop constraint token_activity_action_check;
alter table token_activity add constraint token_activity_action_check check (action in ('received', 'redeemed', 'refunded', 'sent', 'returned'));

-- Transfers whose message is not delivered yet.
create index asset_transfer_undelivered on asset_transfer (id) where status = 'created';

-- Messages about sends, by whom they went to: what one number or address gets in a day is limited.
create table recipient_message (
  id bigint generated always as identity primary key,
  alias text not null,
  sender_account_id text not null references account,
  at timestamptz not null
);
create index recipient_message_alias on recipient_message (alias, at);
create index recipient_message_age on recipient_message (at);
