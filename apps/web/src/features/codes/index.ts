export { CodesWithoutSignal } from './CodesWithoutSignal.tsx'
export { MyCodesScreen } from './MyCodesScreen.tsx'
