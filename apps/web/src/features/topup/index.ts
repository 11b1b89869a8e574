export { BankReturnTopupScreen } from './BankReturnTopupScreen.tsx'
export { BankTopupScreen } from './BankTopupScreen.tsx'
export { TopupScreen } from './TopupScreen.tsx'
