import { useLingui } from '@lingui/react/macro'
import { Icon, IconButton } from '@nikau/ui'
import { Suspense, useState } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'

export const ExportSheet = lazyScreen(async () => (await import('./ExportSheet.tsx')).ExportSheet)

export function ExportButton({ walletId }: { walletId: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t`Export`} icon={<Icon name="download" />} onPress={() => setOpen(true)} />
      <Suspense>{open && <ExportSheet walletId={walletId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
