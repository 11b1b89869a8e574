export { link } from './link.ts'
export { bankAccountRoutes } from './routes.ts'
export { vouch } from './verify.ts'
