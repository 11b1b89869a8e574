export { allowedRedirect } from './redirects.ts'
export { merchantRoutes } from './routes.ts'
export { seedMerchants } from './seed.ts'
