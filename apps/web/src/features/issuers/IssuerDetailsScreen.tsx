import { AboutIssuer } from '../assets/index.ts'
import { IssuerFrame } from './IssuerFrame.tsx'

/** Who the issuer is, and on which terms it gives its tokens. */
export function IssuerDetailsScreen() {
  return (
    <IssuerFrame tab="details">
      {(issuer) => <AboutIssuer name={issuer.name} website={issuer.website} conditions={issuer.conditions} about={issuer.name} />}
    </IssuerFrame>
  )
}
