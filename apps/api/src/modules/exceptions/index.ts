export { closeException, raiseException, raiseRecurring } from './store.ts'
