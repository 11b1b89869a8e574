import type { OutboxSubscriber } from './modules/outbox/index.ts'
import { recordPortalEvents } from './modules/portal-events/index.ts'
import { enqueueDeliveries } from './modules/webhooks/index.ts'

/** The explicit list of the modules that react to events of the outbox. */
export const outboxSubscribers: readonly OutboxSubscriber[] = [enqueueDeliveries, recordPortalEvents]
