export { ConfirmEmailScreen } from './ConfirmEmailScreen.tsx'
export { EmailScreen } from './EmailScreen.tsx'
export { ProfileBasicsScreen } from './ProfileBasicsScreen.tsx'
export { UndoEmailScreen } from './UndoEmailScreen.tsx'
