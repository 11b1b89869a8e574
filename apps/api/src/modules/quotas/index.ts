export { checkQuota, consume, type QuotaConsumption, withConsumption, restore, openCounters, quotaExceeded } from './consume.ts'
export { type QuotaDeps, setLimits, spendLimit } from './limits.ts'
export { quotaRoutes } from './routes.ts'
export { counterOf, keysAt, type QuotaKey, type QuotaLimits } from './rules.ts'
