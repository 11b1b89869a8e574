import { PortalColumns } from '@nikau/ui'
import { TakePage } from '../business-links/index.ts'
import { OpenTillCard } from './OpenTillCard.tsx'
import { TillCodeCard } from './TillCodeCard.tsx'

/** The till for the person who takes payments at it: the way there, and their own code. For cashiers this is the portal. */
export function TakeTillScreen() {
  return (
    <TakePage current="till">
      <PortalColumns aside={<OpenTillCard />}>
        <TillCodeCard />
      </PortalColumns>
    </TakePage>
  )
}
