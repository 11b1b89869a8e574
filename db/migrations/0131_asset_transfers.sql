-- Money or a token sent to a mobile number or an email address. While it waits to be claimed its value is in the ledger account
-- escrow:<id>, which is closed when the transfer is settled.
create table asset_transfer (
  id text collate "C" primary key,
  sender_account_id text not null references account,
  sender_person_id uuid not null,
  -- As the recipient reads the sender.
  sender_name text not null check (sender_name <> ''),
  category text not null check (category in ('money', 'token')),
  -- The sender's wallet, or the token.
  asset_id text not null references asset,
  asset_type text not null,
  value bigint check (value > 0),
  -- Only while it waits: +64… or an email address in lower case.
  recipient_alias text,
  masked_alias text not null check (masked_alias <> ''),
  message text check (length(message) between 1 and 100),
  wrap text check (wrap in ('lilac', 'green', 'sand')),
  purpose text,
  status text not null check (status in ('created', 'sent', 'claimed', 'cancelled', 'declined', 'expired', 'returned', 'failed')),
  created_at timestamptz not null,
  -- 14 days after its creation.
  expires_at timestamptz not null check (expires_at > created_at),
  sent_at timestamptz,
  reminded_at timestamptz,
  -- How often the sender had the message sent again, and when last.
  resends smallint not null default 0 check (resends between 0 and 3),
  resent_at timestamptz,
  expired_at timestamptz,
  -- When it became claimed, cancelled, declined, returned or failed.
  settled_at timestamptz,
  recipient_account_id text references account,
  recipient_person_id uuid,
  -- The wallet that was credited, or the token.
  recipient_asset_id text references asset,
  recipient_name text,
  -- The recipient has been shown that it is in their wallet.
  acknowledged_at timestamptz,
  posting bigint not null,
  settled_posting bigint,
  check ((category = 'money') = (value is not null)),
  check (wrap is null or category = 'token'),
  check ((status in ('created', 'sent', 'expired')) = (settled_at is null)),
  check ((status in ('created', 'sent', 'expired')) = (recipient_alias is not null)),
  check ((settled_at is null) = (settled_posting is null)),
  check ((status = 'claimed') = (recipient_account_id is not null)),
  check (num_nonnulls(recipient_account_id, recipient_person_id, recipient_asset_id) in (0, 3))
);
create index asset_transfer_waiting on asset_transfer (recipient_alias) where settled_at is null;
create index asset_transfer_due on asset_transfer (expires_at) where settled_at is null;
create index asset_transfer_sender on asset_transfer (sender_account_id, created_at desc, id desc);
create index asset_transfer_unseen on asset_transfer (recipient_person_id) where acknowledged_at is null and status = 'claimed';

-- Senders that a recipient has reported: nothing from them reaches the alias.
create table barred_sender (
  alias text not null,
  sender_account_id text not null references account,
  at timestamptz not null,
  primary key (alias, sender_account_id)
);

-- A sent token waits in escrow: it is in nobody's list.
alter table asset drop constraint asset_status_check;
alter table asset add constraint asset_status_check check (status in ('active', 'disabled', 'spent', 'archived', 'in-escrow'));
