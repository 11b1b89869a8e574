import { EyeOff } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const EyeOffIcon = (look: IconLook) => <Drawn of={EyeOff} {...look} />
