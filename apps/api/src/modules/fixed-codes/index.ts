export { fixedCodeRoutes } from './routes.ts'
export { sealedFixedCodeKeys } from './store-sealed.ts'
