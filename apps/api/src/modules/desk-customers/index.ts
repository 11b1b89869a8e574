export { deskCustomerRoutes } from './routes.ts'
