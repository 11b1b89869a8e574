import { Moon } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const MoonIcon = (look: IconLook) => <Drawn of={Moon} {...look} />
