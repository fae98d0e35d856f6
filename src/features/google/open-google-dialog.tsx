import { createRoot } from 'react-dom/client'
import { GoogleDialog } from './google-dialog.tsx'
import type { GoogleIdApi } from './load-gis.ts'

/** Shows the dialog with Google's button and returns how to take it away. `onClosed` tells that the person closed it. */
export function openGoogleDialog(id: Pick<GoogleIdApi, 'renderButton'>, onClosed: () => void): () => void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  let isOpen = true
  function close(): void {
    if (!isOpen) return
    isOpen = false
    root.unmount()
    place.remove()
  }
  const closeByHand = () => {
    if (!isOpen) return
    close()
    onClosed()
  }
  root.render(<GoogleDialog id={id} onClose={closeByHand} />)
  return close
}
