export { type OpenMeans, openWallet } from './open.ts'
export { walletRoutes } from './routes.ts'
export { maskPhone, testMoney } from './rules.ts'
export { type Movement, recordMovements } from './store.ts'
