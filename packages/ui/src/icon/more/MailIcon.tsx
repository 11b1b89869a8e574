import { Mail } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const MailIcon = (look: IconLook) => <Drawn of={Mail} {...look} />
