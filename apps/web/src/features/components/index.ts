export { ComponentScreen } from './ComponentScreen.tsx'
export { ComponentsScreen } from './ComponentsScreen.tsx'
