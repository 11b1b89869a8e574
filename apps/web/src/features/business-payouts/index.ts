export { FeesCard } from './FeesCard.tsx'
export { PayoutScreen } from './PayoutScreen.tsx'
export { PayoutsScreen } from './PayoutsScreen.tsx'
