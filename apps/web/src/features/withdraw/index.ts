export { WithdrawAmountScreen } from './WithdrawAmountScreen.tsx'
export { WithdrawScreen } from './WithdrawScreen.tsx'
