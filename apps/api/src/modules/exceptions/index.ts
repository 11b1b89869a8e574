export { exceptionJobs } from './jobs.ts'
export { closedByPayment, type ExceptionKind } from './kinds.ts'
export { closeByOperator, closeException, lockException, raiseException, raiseRecurring, recordAction } from './store.ts'
export { measureExceptions } from './metrics.ts'
