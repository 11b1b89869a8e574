export { link } from './link.ts'
export { bankAccountRoutes } from './routes.ts'
export { verify, vouch } from './verify.ts'
