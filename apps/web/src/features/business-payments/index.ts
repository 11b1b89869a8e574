export { PaymentScreen } from './PaymentScreen.tsx'
export { PaymentsScreen } from './PaymentsScreen.tsx'
