import { useFlags } from '../../lib/flags.ts'
import { CameraScanner } from './CameraScanner.tsx'
import { MockScanner } from './MockScanner.tsx'

export function ScanScreen() {
  const { mockQrScannerEnabled } = useFlags()
  return mockQrScannerEnabled ? <MockScanner /> : <CameraScanner />
}
