export { FileScreen } from './FileScreen.tsx'
export { FilesScreen } from './FilesScreen.tsx'
