import type { ReactElement } from 'react'
import { useEffect } from 'react'
import type { ViewerOpening } from '#src/lib/viewer.ts'
import { leaveViewer, stampColdViewer } from '#src/lib/screen-location.ts'
import { useText } from '#src/lib/i18n.ts'
import { Dialog } from '#src/ui/dialog.tsx'

interface ViewerProps {
  /** The list it was opened from; null when only its address is known. */
  readonly opening: ViewerOpening | null
  /** What stands in front of every path. */
  readonly base: string
}

export function Viewer({ opening }: ViewerProps): ReactElement {
  const text = useText()
  useEffect(stampColdViewer, [])
  return (
    <Dialog title={opening === null ? location.pathname : ''} closeLabel={text('viewer.close')} onClose={leaveViewer}>
      {null}
    </Dialog>
  )
}
