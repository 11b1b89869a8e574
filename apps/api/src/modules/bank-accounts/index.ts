export { link } from './link.ts'
export { bankAccountRoutes } from './routes.ts'
export { verifyBySupport } from './verify.ts'
