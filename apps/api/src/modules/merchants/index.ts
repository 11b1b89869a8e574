export { merchantRoutes } from './routes.ts'
export { seedMerchants } from './seed.ts'
