export { merchantPaymentRoutes } from './routes.ts'
