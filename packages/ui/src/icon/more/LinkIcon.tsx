import { Link } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const LinkIcon = (props: IconProps) => <OutlineIcon of={Link} {...props} />
