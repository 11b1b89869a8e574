import { Bell } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const BellIcon = (look: IconLook) => <Drawn of={Bell} {...look} />
