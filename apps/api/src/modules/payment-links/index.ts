export { paymentLinkRoutes } from './routes.ts'
