import { Sun } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const SunIcon = (props: IconProps) => <OutlineIcon of={Sun} {...props} />
