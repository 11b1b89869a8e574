import { Info } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const InfoIcon = (look: IconLook) => <Drawn of={Info} {...look} />
