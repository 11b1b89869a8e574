import { getProof, listAnchors } from '@nikau/contract/proof'
import { bind, type Server } from '../../http/bind.ts'
import { createProofReader, listBookAnchors, type ProofDeps } from './read.ts'

export function proofRoutes(server: Server, deps: ProofDeps): void {
  const readProof = createProofReader(deps)
  bind(server, getProof, () => readProof())
  bind(server, listAnchors, ({ query }) => listBookAnchors(deps, query.pageKey))
}
