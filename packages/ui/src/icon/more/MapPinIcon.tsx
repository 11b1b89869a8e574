import { MapPin } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const MapPinIcon = (props: IconProps) => <OutlineIcon of={MapPin} {...props} />
