import { useLingui } from '@lingui/react/macro'
import { Icon, IconButton } from '@nikau/ui'
import { lazy, Suspense, useState } from 'react'

const ExportSheet = lazy(async () => ({ default: (await import('./ExportSheet.tsx')).ExportSheet }))

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
