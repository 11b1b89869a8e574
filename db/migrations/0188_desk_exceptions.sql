-- owner: exceptions
-- The desk's queue: who has taken an exception on, its last note, and those that were closed, the last first.
create index operator_exception_action_take on operator_exception_action (exception_id, id desc) include (operator) where action = 'take';
create index operator_exception_action_note on operator_exception_action (exception_id, id desc) where action = 'note';
create index operator_exception_closed on operator_exception (closed_at desc, id desc) where closed_at is not null;
-- owner: bank-files
-- What statements and results say of one order.
create index bank_result_reference on bank_result (reference);
create index bank_statement_line_transaction on bank_statement_line (account, transaction_id);
create index bank_statement_line_of on bank_statement_line (reference);
