export { FarmCardScreen } from './FarmCardScreen.tsx'
export type { Place } from './flow.ts'
