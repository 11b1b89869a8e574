export { LimitsScreen } from './LimitsScreen.tsx'
export { useNearLimit } from './useQuotas.ts'
