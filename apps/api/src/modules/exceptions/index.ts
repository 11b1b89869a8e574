export { closeException, openExceptions, raiseException, raiseRecurring } from './store.ts'
