-- owner: webhooks
-- Which money an endpoint is told about; null: both, as before. Developers of a live business make and change those for test money.
alter table webhook_endpoint add column liveness text check (liveness in ('test', 'main'));

-- owner: request-log
-- What a refusal says about the merchant beside its code.
alter table api_request add column refusal_fields jsonb;
