import type { ReactElement } from 'react'
import { ToolPage } from './tool-page.tsx'

export function VideoTemplatesPage(): ReactElement {
  return <ToolPage bizType="TEMPLATE" />
}
