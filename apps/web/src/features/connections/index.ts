export { AuthoriseScreen } from './AuthoriseScreen.tsx'
export { ConnectionScreen } from './ConnectionScreen.tsx'
export { PermissionScreen } from './PermissionScreen.tsx'
export { PermissionsScreen } from './PermissionsScreen.tsx'
