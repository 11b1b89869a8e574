-- owner: media-uploads
-- Pictures of businesses. They are decoded and encoded anew before they are stored, and never change, so that the digest of a picture stands for it.
create table media_upload (
  id text primary key,
  account_id text not null references account,
  digest bytea not null check (octet_length(digest) = 32), -- SHA-256 of what was uploaded
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  width int not null check (width between 1 and 512),
  height int not null check (height between 1 and 512),
  content bytea not null check (octet_length(content) between 1 and 2097152),
  created_at timestamptz not null,
  created_by text not null,
  unique (account_id, digest)
);
create index media_upload_of_account on media_upload (account_id, created_at);

-- How customers see a shop.
alter table merchant
  add column picture_id text references media_upload,
  add column colour text check (colour ~ '^[a-z]{1,20}$');
