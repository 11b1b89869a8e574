import { Laptop } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const LaptopIcon = (props: IconProps) => <OutlineIcon of={Laptop} {...props} />
