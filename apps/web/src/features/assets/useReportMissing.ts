import { useEffect } from 'react'
import { reporting } from '../../lib/reporting.ts'

/** The asset is looked up in a list (ASSET-01), so no call of its own fails when it cannot be shown. */
export function useReportMissing(isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) reporting.error('getAssetFailed', new Error('asset not among the loaded assets'))
  }, [isMissing])
}
