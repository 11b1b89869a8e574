export { CustomerScreen } from './CustomerScreen.tsx'
export { CustomersScreen } from './CustomersScreen.tsx'
export { LooksScreen } from './LooksScreen.tsx'
export { RevealsScreen } from './RevealsScreen.tsx'
