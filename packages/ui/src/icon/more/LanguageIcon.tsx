import { Languages } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const LanguageIcon = (look: IconLook) => <Drawn of={Languages} {...look} />
