export { BankTopupScreen } from './BankTopupScreen.tsx'
export { TopupScreen } from './TopupScreen.tsx'
