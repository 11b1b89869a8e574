-- owner: book-anchors
-- What the public page shows of the anchors: signed heads of the books. The originals are files outside the database (ANCHORS_DIR), and
-- only they prove anything: an administrator can rewrite this table.
create table book_anchor (
  number bigint primary key check (number > 0),
  made_at timestamptz not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  statement text not null, -- the signed text
  signature text not null  -- Ed25519, base64
);

-- Adds a kind to the list, whichever migration wrote the list last.
do $$
declare
  list constant text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'operator_exception_kind_check');
begin
  alter table operator_exception drop constraint operator_exception_kind_check;
  execute 'alter table operator_exception add constraint operator_exception_kind_check ' || replace(list, 'ARRAY[', 'ARRAY[''books-not-anchored''::text, ');
end $$;
