export { mediaUploadRoutes } from './routes.ts'
export { isPictureOf } from './store.ts'
