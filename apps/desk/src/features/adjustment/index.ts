export { AdjustmentScreen } from './AdjustmentScreen.tsx'
