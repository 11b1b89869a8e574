export { PaymentTestScreen } from './PaymentTestScreen.tsx'
