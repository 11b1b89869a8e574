export { count, countedGroup, giveBack, openCounters, quotaExceeded } from './count.ts'
export { type QuotaMeans, setLimits } from './limits.ts'
export { quotaRoutes } from './routes.ts'
export { counterOf, keysAt, type QuotaKey, type QuotaLimits } from './rules.ts'
