export { CheckoutScreen } from './CheckoutScreen.tsx'
export { farmCardPages } from './methods.ts'
export { ReturnScreen } from './ReturnScreen.tsx'
