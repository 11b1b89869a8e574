export { createDeviceKey, createKey } from './create.ts'
export { recordKeyUses } from './last-use.ts'
export { apiKeyRoutes } from './routes.ts'
export { disableDeviceKey } from './store.ts'
