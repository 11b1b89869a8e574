export { type OpenMeans, openWallet, openWalletIn } from './open.ts'
export { walletRoutes } from './routes.ts'
export { maskPhone, testMoney } from './rules.ts'
export { type Movement, movementRecorded, recordMovements } from './store.ts'
