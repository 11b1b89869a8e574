import { Moon } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const MoonIcon = (props: IconProps) => <OutlineIcon of={Moon} {...props} />
