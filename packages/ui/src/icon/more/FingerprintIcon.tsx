import { Fingerprint } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const FingerprintIcon = (look: IconLook) => <Drawn of={Fingerprint} {...look} />
