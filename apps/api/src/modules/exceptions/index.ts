export { closeException, type Exception, listException, openExceptions } from './store.ts'
