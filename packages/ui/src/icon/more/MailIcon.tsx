import { Mail } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const MailIcon = (props: IconProps) => <OutlineIcon of={Mail} {...props} />
