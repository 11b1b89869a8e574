-- owner: webhooks
-- Lists and replays of what was not delivered read few rows of an endpoint that has many.
create index webhook_delivery_undelivered on webhook_delivery (endpoint_id, sequence) where status <> 'delivered';
