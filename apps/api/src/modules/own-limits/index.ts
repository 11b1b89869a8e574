export { type OwnLimitDeps, ownLimitExceeded, type PaymentLimits, paymentLimitsFrom, planOwnLimits, planPaymentLimits, restoreOwnLimits } from './plan.ts'
export { ownLimitRoutes } from './routes.ts'
export { ownLimitRules } from './rules.ts'
