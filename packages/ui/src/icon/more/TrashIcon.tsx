import { Trash2 } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const TrashIcon = (look: IconLook) => <Drawn of={Trash2} {...look} />
