import { Trans, useLingui } from '@lingui/react/macro'
import { Page, PageBody, Title } from '@nikau/ui'
import { useState } from 'react'
import { usePlace } from '../../lib/screen.ts'
import { CodeForm } from './CodeForm.tsx'
import { Failure } from './Failure.tsx'
import { Switcher } from './Switcher.tsx'
import type { Trouble } from './trouble.ts'
import { useFollow } from './useFollow.ts'

/** Stands for the camera where there is none, for trials: what is written is what was scanned. */
export function MockScanner() {
  const { t } = useLingui()
  const { bar } = usePlace()
  const follow = useFollow()
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  const scanned = async (text: string) => {
    setBusy(true)
    setTrouble(await follow(text))
    setBusy(false)
  }
  return (
    <Page bar={bar}>
      <PageBody>
        <div className="flex flex-col gap-6 pt-2">
          <Switcher />
          <Title>
            <Trans>Scan</Trans>
          </Title>
          {trouble ? (
            <Failure trouble={trouble} onRefresh={() => setTrouble(undefined)} />
          ) : (
            <CodeForm
              label={t`Scanned code`}
              hint={t`The camera is switched off here. Write what it would have read.`}
              busy={busy}
              onCode={(text) => void scanned(text)}
            />
          )}
        </div>
      </PageBody>
    </Page>
  )
}
