import type { ReactElement } from 'react'
import { ToolPage } from './tool-page.tsx'

export function StartEndFramePage(): ReactElement {
  return <ToolPage bizType="HEAD_TAIL" />
}
