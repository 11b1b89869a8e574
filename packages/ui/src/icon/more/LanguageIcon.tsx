import { Languages } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const LanguageIcon = (props: IconProps) => <OutlineIcon of={Languages} {...props} />
