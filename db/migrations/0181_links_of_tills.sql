-- owner: payment-links
-- A staff till leads its own sticker to what it asks for. A till of another system names the link itself, and its link has no till here.
alter table payment_link add column till_id text;
alter table payment_link
  add constraint payment_link_till_exists foreign key (till_id) references till not valid,
  add constraint payment_link_till_is_of_kind_till check (till_id is null or kind = 'till') not valid;
alter table payment_link validate constraint payment_link_till_exists;
alter table payment_link validate constraint payment_link_till_is_of_kind_till;
-- One sticker of a till is open at a time.
create unique index payment_link_till on payment_link (till_id) where till_id is not null and closed_at is null;
