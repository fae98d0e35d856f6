import { type ReactElement, type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

interface OnTopProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Renders above everything; while a dialog is open, inside the topmost one, because everything outside is inert. */
export function OnTop({ className = '', children }: OnTopProps): ReactElement {
  const [place] = useState(() => Object.assign(document.createElement('div'), { className, popover: 'manual' }))
  useLayoutEffect(() => {
    const rise = () => {
      const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
      if (place.parentElement === parent) return
      parent.append(place)
      place.showPopover?.()
    }
    const observer = new MutationObserver(rise)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    rise()
    return () => {
      observer.disconnect()
      place.remove()
    }
  }, [place])
  return createPortal(children, place)
}
