export { LockedScreen } from './LockedScreen.tsx'
export { PasskeyDialog } from './PasskeyDialog.tsx'
