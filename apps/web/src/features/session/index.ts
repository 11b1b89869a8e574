export { AuthTestScreen } from './AuthTestScreen.tsx'
export { SignedOutScreen } from './SignedOutScreen.tsx'
export { SigningInScreen } from './SigningInScreen.tsx'
export { SignUpScreen } from './SignUpScreen.tsx'
