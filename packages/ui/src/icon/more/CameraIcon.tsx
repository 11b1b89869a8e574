import { Camera } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'
import { Drawn } from './Drawn.tsx'

export const CameraIcon = (look: IconLook) => <Drawn of={Camera} {...look} />
