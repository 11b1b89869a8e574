export { messageJobs } from './jobs.ts'
export { countMessage, type MessageLimits, messageLimits } from './message-limits.ts'
export { deleteRecipientMessages } from './store.ts'
