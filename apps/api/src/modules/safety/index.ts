export { freezeByOperator, frozenByOperatorSince, isFrozen, unfreezeByOperator } from './freeze.ts'
export { safetyRoutes } from './routes.ts'
export { accountExists, selectFreeze } from './store.ts'
