export { bankAccountRoutes } from './routes.ts'
