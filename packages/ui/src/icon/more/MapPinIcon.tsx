import { MapPin } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const MapPinIcon = (look: IconLook) => <Drawn of={MapPin} {...look} />
