import { EyeOff } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const EyeOffIcon = (props: IconProps) => <OutlineIcon of={EyeOff} {...props} />
