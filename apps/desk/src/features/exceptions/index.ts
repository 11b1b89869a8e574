export { ExceptionsCount } from './ExceptionsCount.tsx'
export { ExceptionScreen } from './ExceptionScreen.tsx'
export { ExceptionsScreen } from './ExceptionsScreen.tsx'
