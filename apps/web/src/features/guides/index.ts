export { Guides } from './Guides.tsx'
