import { Contrast } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const ContrastIcon = (look: IconLook) => <Drawn of={Contrast} {...look} />
