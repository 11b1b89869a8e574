-- What each role may do: r select, a insert, w update, d delete; (…) only these columns, r-(…) all columns but these, which are secrets.
-- `select … for update` needs w, and so does `on conflict do update`. Applied as nikau_migrate after every change of the schema, in the
-- same transaction. Nothing else is granted: a table that is missing here can be used by its owner alone, and a test fails.
--
-- The API and the worker read and write the tables of their modules, reach the identity schema only through its functions, and the
-- ledger only through nikau_app. Append-only tables have no w and no d.
do $$
declare
  roles constant text[] := '{nikau_api,nikau_worker,nikau_identity,nikau_desk,nikau_read_only}';
  verbs constant jsonb := '{"r": "select", "a": "insert", "w": "update", "d": "delete"}';
  -- The desk's process reads what audits and reports read, but no table with names or contact details of people, writes no table but that
  -- of rate limits, and does everything else by functions that know the operator by their session.
  hidden_from_desk constant text[] := '{identity.person,account,account_invitation,payee,shown_name,operator_call}';
  everybody constant text := array_to_string('{public,nikau_desk_api}' || roles, ', ');
  found record;
begin
  -- Start from nothing, for what this file used to grant.
  for found in
    select format('table %s', c.oid::regclass) as object from pg_class c
     where c.relowner = 'nikau_migrate'::regrole and c.relkind in ('r', 'p', 'v')
    union all
    select format('function %s', p.oid::regprocedure) from pg_proc p where p.proowner = 'nikau_migrate'::regrole
    union all
    select format('schema %I', nspname) from pg_namespace where nspname in ('identity', 'graphile_worker')
  loop
    execute format('revoke all on %s from %s', found.object, everybody);
  end loop;

  for found in
    select decision.name, roles[place.place] as role, privilege.match[1] as letter, privilege.match[2] = '-' as except, privilege.match[3] as columns
      from (values
      -- table                          api             worker   identity        desk               read-only
      ('account',                    array['raw',       'r w(closed_at)', '',             'r w(region)',     'r']), -- desk locks the row and changes nothing
      ('account_freeze',             array['rad',       'rad',   '',             '',                'r']),
      ('account_freeze_event',       array['ra',        'ra',    '',             '',                'r']),
      ('account_note',               array['',          'ra',    '',             '',                'r']),
      ('account_audit',              array['ra',        '',      '',             '',                'r']),
      ('account_invitation',         array['raw',       'rd',    '',             '',                'r-(alias)']),
      ('account_member',             array['rawd',      'r',     '',             'r',               'r']),
      ('account_refund_approval',    array['raw',       'rd',    '',             '',                'r-(code_hash)']),
      ('account_refund_limit',       array['raw',       '',      '',             '',                'r']),
      ('adjustment',                 array['r',         'ra',    '',             '',                'r']),
      ('api_key',                    array['raw',       '',      '',             '',                'r-(secret_hash,previous_hash)']),
      ('api_request',                array['ra',        'rd',    '',             '',                'r-(body,address)']),
      ('api_key_use',                array['raw',       '',      '',             '',                'r']),
      ('asset',                      array['raw',       'raw',   '',             'r',               'r']),
      ('asset_transfer',             array['raw',       'raw',   '',             '',                'r-(recipient_alias,message)']),
      ('bank_account',               array['raw',       'rw',    '',             '',                'r-(sealed_number,fingerprint)']),
      ('bank_account_wrong_code',    array['rad',       'rd',    '',             '',                'r-(fingerprint)']),
      ('bank_connection',            array['',          'raw',   '',             '',                'r']),
      ('bank_difference',            array['',          'ra',    '',             '',                'r']),
      ('bank_difference_resolution', array['',          'ra',    '',             '',                'r']),
      ('bank_expected_line',         array['',          'rawd',  '',             '',                'r']),
      ('bank_file',                  array['',          'raw',   '',             '',                'r-(sealed_bytes)']),
      ('bank_file_detail',           array['',          'raw',   '',             '',                'r']),
      ('bank_return',                array['raw',       'raw',   '',             'r',               'r']),
      ('bank_opening',               array['',          'ra',    '',             'r',               'r']),
      ('bank_receipt',               array['',          'ra',    '',             'r',               'r']),
      ('bank_result',                array['',          'raw',   '',             '',                'r']),
      ('bank_statement',             array['',          'ra',    '',             '',                'r']),
      ('bank_statement_line',        array['',          'ra',    '',             '',                'r']),
      ('bank_window',                array['',          'raw',   '',             '',                'r']),
      ('barred_sender',              array['ra',        'rd',    '',             '',                'r-(alias)']),
      ('book_check',                 array['',          'raw',   '',             '',                'r']),
      ('desk_audit',                 array['',          'r(at,kind,detail)', '',  '',                'r']), -- written by functions alone
      ('control_value',              array['r-(operator,proposal_id,reason)', 'ra w(until_at)', '', '',             'r']),
      ('desk_audit_head',            array['',          'r',     '',             '',                'r']),
      ('desk_session',               array['',          '',      '',             '',                'r-(secret_hash,token_hash,provider_token,session_uid)']),
      ('book_anchor',                array['r',         'ra',    '',             '',                'r']),
      ('book_position',              array['',          'raw',   '',             '',                'r']),
      ('booked_receipt',             array['',          'ra',    '',             '',                'r']),
      ('business',                   array['r',         'r',     '',             'raw',             'r']),
      ('business_day',               array['',          'r',     '',             '',                'r']),
      ('business_detail',            array['raw',       'r',     '',             'r',               'r']),
      ('business_limit',             array['r',         'rw',    '',             'raw',             'r']),
      ('business_status_change',     array['r',         'r',     '',             'ra',              'r']),
      ('card_advice',                array['',          'raw',   '',             'r',               'r']),
      ('card_advice_line',           array['',          'raw',   '',             'r',               'r']),
      ('card_correction',            array['',          'ra',    '',             '',                'r']),
      ('card_limit',                 array['rawd',      'rd',    '',             '',                '']),
      ('card_payment',               array['raw',       'raw',   '',             '',                'r-(card_token,sealed_card_token)']),
      ('card_refund',                array['raw',       'raw',   '',             '',                'r']),
      ('card_session',               array['raw',       'rwd',   '',             '',                'r-(card_key,card_token,sealed_card_token,code_hash,token_hash)']),
      ('collection',                 array['ra w(closed_at)', 'r',  '',             '',                'r']),
      ('confirmation_email',         array['rad',       'rd',    '',             '',                'r-(address_hash)']),
      ('connection',                 array['raw',       'rd',    '',             '',                'r']),
      ('consumer_wallet',            array['r',         '',      '',             '',                'r']),
      ('direct_debit_authority',     array['raw',       'rw',    '',             '',                'r-(full_name,phone,email,sealed_details)']),
      ('expiry_reminder',            array['',          'ra',    '',             '',                'r']),
      ('first_send_alias',           array['raw',       'rd',    '',             '',                'r-(alias)']),
      ('fixed_code',                 array['raw',       'rw',    '',             '',                'r-(sealed_private_key)']),
      ('funds_transfer',             array['raw',       'rw',    '',             '',                'r']),
      ('held_send',                  array['raw',       'rwd',   '',             '',                'r-(recipient_alias,recipient_name,message)']),
      ('idempotency',                array['raw',       'rd',    '',             '',                'r-(response)']),
      ('integrator_grant',           array['raw',       '',      '',             '',                'r']),
      ('issuer',                     array['raw',       'r',     '',             '',                'r']),
      ('issuer_bill',                array['r',         'raw',   '',             'r',               'r']),
      ('issuer_bill_payment',        array['r',         'ra',    '',             'r',               'r']),
      ('media_upload_attempt',       array['raw',       '',      '',             '',                'r']),
      ('media_upload',               array['ra',        '',      '',             '',                'r-(content)']),
      ('merchant',                   array['raw',       'r',     '',             'r w(status)',     'r']),
      ('merchant_accepted_asset',    array['rad',       'r',     '',             '',                'r']),
      ('merchant_config',            array['raw',       'r',     '',             '',                'r']),
      ('merchant_price',             array['r',         'ra',    '',             'r',               'r']),
      ('merchant_review',            array['ra',        '',      '',             'rw',              'r']),
      -- Its text has sign-in codes, which only the process that sends them needs.
      ('message',                    array['a r(id,key)', 'rawd', 'a r(id,key)', 'a r(id,key)',     'r-(recipient,subject,body)']),
      ('movement',                   array['ra',        'ra',    '',             '',                'r']),
      ('negative_balance_notice',    array['',          'ra',    '',             '',                'r']),
      ('operator_exception',         array['raw',       'raw',   '',             'r',               'r']),
      ('operator',                   array['',          'raw',   '',             '',                'r']),
      ('operator_approval',          array['',          'ra',    '',             '',                'r']),
      ('operator_call',              array['',          'rw',    '',             '',                'r-(login,call,answer)']),
      ('operator_confirmation',      array['',          'ra',    '',             '',                'r']),
      ('operator_exception_action',  array['',          'ra',    '',             'r',               'r']),
      ('operator_proposal',          array['',          'raw',   '',             '',                'r-(sealed_payee)']),
      ('offline_code_set',           array['raw',       'rd',    '',             '',                'r-(session_uid)']),
      ('opinion_request',            array['raw',       '',      '',             '',                'r']),
      ('outgoing_payment',           array['ra',        'raw',   '',             '',                'r-(payee_name,sealed_number)']),
      ('outbox_event',               array['a',         'rawd',  '',             '',                'r']),
      ('patron_code',                array['raw',       'rd',    '',             '',                'r-(session_uid,fingerprint)']),
      ('patron_code_guess',          array['raw',       '',      '',             '',                'r']),
      ('own_limit',                  array['raw',       '',      '',             '',                'r']),
      ('pay_by_bank_payment',        array['raw',       'raw',   '',             '',                'r-(nonce,authorization_url,code,access_token,sealed_credential,sealed_payer)']),
      ('payee',                      array['rawd',      'rd',    '',             '',                'r-(alias,own_name,shown_name,last_message)']),
      ('payment',                    array['raw',       'raw',   '',             '',                'r']),
      ('payment_activity',           array['ra',        'ra',    '',             '',                'r']),
      ('payment_link',               array['raw',       'r',     '',             '',                'r']),
      ('payment_minute',             array['raw',       'rd',    '',             '',                'r']),
      ('payment_request',            array['raw',       'raw',   '',             '',                'r']),
      ('payment_request_expiry',     array['a',         'rad',   '',             '',                'r']),
      ('payout',                     array['r',         'ra',    '',             'r',               'r']),
      ('payout_account',             array['raw',       'r',     '',             'r',               'r']),
      ('payout_hold',                array['r',         'raw',   '',             '',                'r']),
      ('payout_reserve',             array['r',         'raw',   '',             '',                'r']),
      ('payout_run',                 array['r',         'raw',   '',             'r',               'r']),
      ('payout_schedule',            array['raw',       'r',     '',             'r',               'r']),
      ('permission_use',             array['raw',       'rw',    '',             '',                'r']),
      ('portal_event',               array['r',         'rad',   '',             '',                'r']),
      ('quota_limit',                array['r',         'r',     '',             '',                'r']),
      ('rate_limit',                 array['rawd',      'rwd',   '',             '',                '']),
      ('recent_send',                array['ra',        'rd',    '',             '',                'r']),
      ('recipient_message',          array['ra',        'rawd',  '',             '',                'r-(alias)']),
      ('refund_return',              array['raw',       'raw',   '',             '',                'r']),
      ('redemption_condition',       array['raw',       'r',     '',             '',                'r']),
      ('safeguarding_report',        array['',          'ra',    '',             'r',               'r']),
      ('safeguarding_signature',     array['',          'ra',    '',             'r',               'r']),
      ('security_event',             array['ra',        'ra',    'ra',           'a r(id)',         'r-(session_uid)']),
      ('shown_name',                 array['raw',       'r',     '',             '',                'r-(chosen)']),
      ('till',                       array['raw',       '',      '',             '',                'r-(pairing_hash)']),
      ('till_code',                  array['raw',       '',      '',             '',                'r-(salt,code_hash)']),
      ('till_limit',                 array['raw',       '',      '',             '',                'r']),
      ('till_sale',                  array['ra',        '',      '',             '',                'r']),
      ('till_sign_on',               array['rawd',      '',      '',             '',                'r']),
      ('till_turn',                  array['rawd',      '',      '',             '',                'r-(token_hash)']),
      ('till_payment',               array['raw',       '',      '',             '',                'r']),
      ('till_setting',               array['raw',       '',      '',             '',                'r']),
      ('token',                      array['ra',        'ra',    '',             '',                'r']),
      ('token_activity',             array['ra',        'ra',    '',             '',                'r']),
      ('token_issue',                array['ra',        'r',     '',             '',                'r']),
      ('token_recipient',            array['ra',        'rw',    '',             '',                'r-(alias)']),
      ('trusted_person',             array['raw',       'rd',    '',             '',                'r-(alias)']),
      ('waiting_refund',             array['rawd',      '',      '',             '',                'r']),
      ('webhook_attempt',            array['r',         'ra',    '',             '',                'r-(response,signature)']),
      ('webhook_replay',             array['rad',       'rwd',   '',             '',                'r']),
      ('webhook_delivery',           array['raw',       'rawd',  '',             '',                'r']),
      ('webhook_endpoint',           array['raw',       'rw',    '',             '',                'r-(challenge)']),
      ('webhook_key',                array['raw',       'rwd',   '',             '',                'r-(sealed_private_key)']),
      -- Of the migrations.
      ('migration',                  array['',          '',      '',             '',                'r']),
      ('migration_lock',             array['',          '',      '',             '',                '']),
      ('routine',                    array['',          '',      '',             '',                'r']),
      -- Secrets and people: only identity, and for everybody else the functions below.
      ('identity.desk_enrolment',    array['',          '',      'rwd',          '',                '']),
      ('identity.device',            array['',          '',      'rawd',         '',                '']),
      ('identity.email_change',      array['',          '',      'rawd',         '',                '']),
      ('identity.oidc',              array['',          '',      'rawd',         '',                '']),
      ('identity.passkey',           array['',          '',      'rawd',         '',                '']),
      ('identity.passkey_challenge', array['',          '',      'rawd',         '',                '']),
      ('identity.person',            array['',          '',      'raw',          '',                'r']),
      ('identity.rate_limit',        array['',          '',      'rawd',         '',                '']),
      ('identity.second_code',       array['',          '',      'rawd',         '',                '']),
      ('identity.session_device',    array['',          '',      'rawd',         '',                '']),
      ('identity.sign_in',           array['',          '',      'rawd',         '',                '']),
      ('identity.step_up',           array['',          '',      'rawd',         '',                '']),
      ('identity.step_up_code',      array['',          '',      'rawd',         '',                ''])
    ) as decision (name, privileges)
      cross join generate_subscripts(decision.privileges, 1) as place (place)
      cross join lateral regexp_matches(decision.privileges[place.place], '([rawd])(-?)(?:\(([a-z_,]+)\))?', 'g') as privilege (match)
     where to_regclass(decision.name) is not null
  loop
    if found.except then
      select string_agg(quote_ident(attname), ', ') into found.columns from pg_attribute
       where attrelid = found.name::regclass and attnum > 0 and not attisdropped and attname <> all (string_to_array(found.columns, ','));
    end if;
    execute format('grant %s %s on %s to %I', verbs ->> found.letter, '(' || found.columns || ')', found.name, found.role);
    if found.role = 'nikau_read_only' and found.name <> all (hidden_from_desk) then
      execute format('grant %s %s on %s to nikau_desk_api', verbs ->> found.letter, '(' || found.columns || ')', found.name);
    end if;
  end loop;
  grant select, insert, update, delete on rate_limit to nikau_desk_api;

  -- Views show no secrets: invariants and the position of our banks.
  for found in select oid::regclass as name from pg_class where relowner = 'nikau_migrate'::regrole and relnamespace = 'public'::regnamespace and relkind = 'v' loop
    execute format('grant select on %s to nikau_worker, nikau_read_only, nikau_desk_api', found.name);
  end loop;

  -- Functions that are missing here belong to triggers or are called by their owner alone.
  for found in
    select p.oid::regprocedure as name, decision.roles from (values
      ('identity.access_token',          'nikau_api, nikau_identity'),
      ('identity.add_desk_enrolment',    'nikau_worker'),
      ('identity.aliases_of',            'nikau_api'),
      ('identity.authentication',        'nikau_api, nikau_identity'),
      ('identity.change_email',          'nikau_api'),
      ('identity.confirm_email',         'nikau_api'),
      ('identity.contacts',              'nikau_api, nikau_worker, nikau_identity, nikau_desk'),
      ('identity.delete_expired',        'nikau_identity'),
      ('identity.delete_unused_people',  'nikau_worker'),
      ('identity.desk_passkeys_of',      'nikau_worker, nikau_desk_api'),
      ('identity.end_listed_session',    'nikau_worker'),
      ('identity.end_sessions',          'nikau_api, nikau_identity, nikau_worker'),
      ('identity.is_new_device',         'nikau_api'),
      ('identity.names_of',              'nikau_api'),
      ('identity.profile_of',            'nikau_api, nikau_worker'),
      ('identity.recipient_of',          'nikau_api, nikau_worker'),
      ('identity.remove_desk_passkeys',  'nikau_worker'),
      ('identity.remove_passkeys',       'nikau_worker'),
      ('identity.undo_email_change',     'nikau_api'),
      ('identity.update_profile',        'nikau_api'),
      ('public.blank_security_events',   'nikau_worker'),
      ('public.ask_operation',           'nikau_desk'),
      ('public.is_operator',             'nikau_identity'),
      ('public.operation_answer',        'nikau_desk'),
      ('public.ask_desk_operation',      'nikau_desk_api'),
      ('public.desk_operation_answer',   'nikau_desk_api'),
      ('public.desk_audit_hash',         'nikau_worker, nikau_desk_api, nikau_read_only'), -- in an invariant
      ('public.desk_caller',             'nikau_desk_api'),
      ('public.desk_customer',           'nikau_desk_api'),
      ('public.desk_end_session',        'nikau_desk_api'),
      ('public.desk_find_customers',     'nikau_desk_api'),
      ('public.desk_is_locked',          'nikau_desk_api'),
      ('public.desk_lock',               'nikau_desk_api'),
      ('public.desk_open_bank_file',     'nikau_desk_api'),
      ('public.desk_open_session',       'nikau_desk_api'),
      ('public.desk_record',             'nikau_desk_api'),
      ('public.desk_record_call',        'nikau_worker'),
      ('public.desk_record_input',       'nikau_desk_api'),
      ('public.desk_record_refused_sign_in', 'nikau_desk_api'),
      ('public.desk_reveal_contact',     'nikau_desk_api'),
      ('public.desk_reveals_made',       'nikau_desk_api'),
      ('public.desk_sessions_of',        'nikau_desk_api'),
      ('public.desk_unlock',             'nikau_desk_api'),
      ('public.payment_search',          'nikau_api, nikau_worker'), -- in an index: whoever writes the row runs it
      ('public.payment_search_query',    'nikau_api'),
      ('public.payment_search_words',    'nikau_api, nikau_worker'),
      ('public.submit_business',         'nikau_api'),
      ('public.violations',              'nikau_worker, nikau_read_only')
    ) as decision (name, roles)
    join pg_proc p on p.pronamespace::regnamespace || '.' || p.proname = decision.name
  loop
    execute format('grant execute on function %s to %s', found.name, found.roles);
  end loop;
end $$;

grant usage on schema identity to nikau_api, nikau_worker, nikau_identity, nikau_desk, nikau_read_only;
grant usage on schema ledger to nikau_read_only, nikau_desk_api;
grant select on all tables in schema ledger to nikau_read_only, nikau_desk_api;
grant usage on schema identity to nikau_desk_api; -- for the functions that are granted to it above
grant execute on function ledger.version_at to nikau_read_only, nikau_desk_api; -- `pnpm audit:books --anchors`; the entries of a posting

-- The job queue. The worker runs it; the other processes only add jobs, by functions that run as the owner. Its tables have row level
-- security, which hides all rows from roles without a policy.
grant usage on schema graphile_worker to nikau_api, nikau_worker, nikau_identity, nikau_desk, nikau_desk_api, nikau_read_only;
grant select, insert, update, delete on all tables in schema graphile_worker to nikau_worker;
grant usage on all sequences in schema graphile_worker to nikau_worker;
grant execute on all functions in schema graphile_worker to nikau_worker;
grant select on graphile_worker.jobs to nikau_read_only, nikau_desk_api;
do $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as name from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and not exists (select from pg_policy where polrelid = c.oid and polname = 'nikau_worker')
  loop
    execute format('create policy nikau_worker on %s to nikau_worker using (true) with check (true)', found.name);
  end loop;
  for found in
    select oid::regprocedure as name from pg_proc where pronamespace = 'graphile_worker'::regnamespace and proname in ('add_job', 'add_jobs')
  loop
    execute format('alter function %s security definer set search_path = graphile_worker, pg_temp', found.name);
    execute format('grant execute on function %s to nikau_api, nikau_identity, nikau_desk', found.name);
  end loop;
end $$;
