import { LocateFixed } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const LocateIcon = (look: IconLook) => <Drawn of={LocateFixed} {...look} />
