export { ScanScreen } from './ScanScreen.tsx'
export { hasTorch, setTorch } from './camera.ts'
export { type ScanError, scanErrorMessages } from './scan-errors.ts'
export { useCamera } from './useCamera.ts'
