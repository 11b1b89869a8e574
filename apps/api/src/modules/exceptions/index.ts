export { closeException, openExceptions, raiseException } from './store.ts'
