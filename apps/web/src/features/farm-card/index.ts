export { FarmCardScreen } from './FarmCardScreen.tsx'
export type { CardStep } from './useCardFlow.ts'
