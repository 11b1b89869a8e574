import { Users } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const UsersIcon = (look: IconLook) => <Drawn of={Users} {...look} />
