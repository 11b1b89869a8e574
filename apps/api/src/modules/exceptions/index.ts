export { closeException, listException, openExceptions } from './store.ts'
