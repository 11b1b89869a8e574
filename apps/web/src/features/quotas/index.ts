export { LimitsScreen } from './LimitsScreen.tsx'
export { QuotaPanel } from './QuotaPanel.tsx'
export { useNearLimit, useQuotas } from './useQuotas.ts'
export { type SpendingLimit, useSpendingLimit } from './useSpendingLimit.tsx'
