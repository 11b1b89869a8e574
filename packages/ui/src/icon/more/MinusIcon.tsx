import { Minus } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const MinusIcon = (look: IconLook) => <Drawn of={Minus} {...look} />
