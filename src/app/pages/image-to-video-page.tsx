import type { ReactElement } from 'react'
import { ToolPage } from './tool-page.tsx'

export function ImageToVideoPage(): ReactElement {
  return <ToolPage bizType="CUSTOM" />
}
