export { deskOverviewRoutes } from './routes.ts'
export { windowAt } from './rules.ts'
export { selectWaiting } from './store.ts'
