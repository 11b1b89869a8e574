-- What the retention job needs: columns that can be emptied, and indexes by age.

-- The recipient is removed some days after the message was sent or given up.
alter table message alter column recipient drop not null, add constraint message_recipient_while_queued check (recipient is not null or state <> 'queued');
create index message_recipient_age on message (settled_at) where settled_at is not null and recipient is not null;
create index message_age on message (settled_at) where settled_at is not null and recipient is null;

create index idempotency_age on idempotency (created_at);
create index webhook_delivery_age on webhook_delivery (created_at) where status <> 'waiting';
create index webhook_key_retired on webhook_key (retired_at) where retired_at is not null;
create index security_event_age on security_event (at) where address is not null or device is not null or detail ?| array['device', 'email'];
create index direct_debit_authority_ended on direct_debit_authority (ended_at) where ended_at is not null and sealed_details is not null;
create index pay_by_bank_payment_age on pay_by_bank_payment (updated_at) where authorization_url is not null and next_attempt_at is null;

-- The number of an unlinked bank account is removed after the period in which its debits can be disputed; the keyed fingerprint and
-- the masked number stay.
alter table bank_account alter column sealed_number drop not null, alter column key_id drop not null,
  add check ((sealed_number is null) = (key_id is null)),
  add check (sealed_number is not null or status = 'archived');
create index bank_account_archived on bank_account (archived_at) where archived_at is not null and sealed_number is not null;

-- Blanking removes the address and the device, and the personal entries of the detail. Everything else never changes.
create or replace function security_event_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and new.device is null
    and (new.id, new.person_id, new.kind, new.at, new.method, new.session_uid, new.detail)
      is not distinct from (old.id, old.person_id, old.kind, old.at, old.method, old.session_uid, old.detail - array['device', 'email']) then
    return new;
  end if;
  raise exception 'security_event is append-only';
end
$$;
