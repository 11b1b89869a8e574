import { Sun } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const SunIcon = (look: IconLook) => <Drawn of={Sun} {...look} />
