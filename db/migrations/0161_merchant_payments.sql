-- owner: payment-requests
-- What the customer told the merchant with the payment.
alter table payment_request add column note text check (length(note) between 1 and 140);

-- The words of a text without case, macrons and other marks. The collation is the same in every database and version, so an index can rely on
-- it; so is the body, whatever the search path. What parts words is listed: that collation knows the classes of ASCII only.
create function payment_search_words(typed text) returns text[] language sql immutable parallel safe strict begin atomic
  select string_to_array(btrim(regexp_replace(lower(regexp_replace(normalize(typed, NFD), '[\u0300-\u036f]', '', 'g') collate "C"),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')), ' ');
end;

-- What a payment is found by: the words of its reference, items and note, and its amount. Each begins with the merchant, so that a search
-- reads nothing of other merchants.
create function payment_search(merchant_id text, amount bigint, external_ref text, terms jsonb, note text) returns tsvector
language sql immutable parallel safe begin atomic
  select array_to_tsvector(array(
    select distinct merchant_id || ':' || left(word, 64)
      from unnest(payment_search_words(concat_ws(' ', external_ref, note,
        (select string_agg(line ->> 'name', ' ') from jsonb_array_elements(terms -> 'lineItems') line))) || ('$' || amount)) word
     where word <> ''));
end;

-- What a merchant typed: words, of which the last may be typed in part unless it is a number, or an amount. Text without letters or digits
-- finds nothing.
create function payment_search_query(merchant_id text, typed text, amount bigint) returns tsquery language sql immutable parallel safe begin atomic
  select concat_ws('|', nullif((
      select string_agg(quote_literal(merchant_id || ':' || left(word, 64)) || case when is_last and word !~ '^[0-9]+$' then ':*' else '' end, '&')
        from (select word, place = max(place) over () as is_last from unnest(payment_search_words(typed)) with ordinality as typed_word (word, place)) words
       where word <> ''), ''),
    quote_literal(merchant_id || ':$' || amount))::tsquery;
end;

-- An expression, not a column: a payment changes none of these, so it changes no index (docs/decisions/0168). The list of pending entries is
-- short, so that no request waits long for the one that empties it.
create index payment_request_search on payment_request using gin (payment_search(merchant_id, amount, external_ref, terms, note))
  with (gin_pending_list_limit = 256);

-- The webhooks of one payment.
create index webhook_delivery_payment on webhook_delivery (payment_request_id, endpoint_id, sequence) where payment_request_id is not null;
