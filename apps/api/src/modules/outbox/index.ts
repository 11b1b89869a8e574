export { dispatchOutbox, type OutboxSubscriber } from './dispatch.ts'
export { measureOutbox } from './metrics.ts'
export { startOutboxDispatcher } from './run.ts'
export { appendEvent, eventAppended, type OutboxEvent } from './store.ts'
