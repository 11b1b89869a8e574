export { recordRequests } from './record.ts'
export { requestLogRoutes } from './routes.ts'
export { deleteRequests } from './store.ts'
