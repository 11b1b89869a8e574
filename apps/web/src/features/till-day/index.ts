export { DayScreen } from './DayScreen.tsx'
export { ListScreen } from './ListScreen.tsx'
export { PaymentScreen } from './PaymentScreen.tsx'
