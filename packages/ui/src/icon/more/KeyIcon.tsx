import { KeyRound } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const KeyIcon = (look: IconLook) => <Drawn of={KeyRound} {...look} />
