export { TillsCard } from './TillsCard.tsx'
export { TakeTillScreen } from './TakeTillScreen.tsx'
