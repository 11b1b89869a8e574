import { AboutIssuer } from '../assets/index.ts'
import { IssuerFrame } from './IssuerFrame.tsx'

/** The issuer's details and conditions. */
export function IssuerDetailsScreen() {
  return (
    <IssuerFrame tab="details">
      {(issuer) => <AboutIssuer name={issuer.name} website={issuer.website} conditions={issuer.conditions} about={issuer.name} />}
    </IssuerFrame>
  )
}
