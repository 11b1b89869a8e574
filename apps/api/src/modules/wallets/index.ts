export { type OpenMeans, openWallet } from './open.ts'
export { walletRoutes } from './routes.ts'
export { maskPhone, testMoney } from './rules.ts'
/** `movementRecorded` @ahead of the first movement through the hot door */
export { type Movement, movementRecorded, recordMovements } from './store.ts'
