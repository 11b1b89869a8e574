import { Gauge } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const GaugeIcon = (props: IconProps) => <OutlineIcon of={Gauge} {...props} />
