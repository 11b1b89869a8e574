export { AccessScreen } from './AccessScreen.tsx'
export { NewOperatorScreen, OperatorScreen } from './OperatorScreen.tsx'
