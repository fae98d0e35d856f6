import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type Root, createRoot } from 'react-dom/client'

const roots: Root[] = []

/** Sets the page's content to this HTML. */
export function setPage(html: string): void {
  for (const root of roots.splice(0)) root.unmount()
  document.body.innerHTML = html
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id)!
}

export function dialogById(id: string): HTMLDialogElement {
  return byId(id) as HTMLDialogElement
}

/** The id of the focused element. */
export function focusedId(): string {
  return document.activeElement === document.body ? 'nothing' : (document.activeElement?.id ?? '')
}

/** Renders a node into an element of its own. `draw` replaces it by another node. */
export function renderNode(firstNode: ReactNode): { draw: (node: ReactNode) => void } {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  roots.push(root)
  const draw = (node: ReactNode) => flushSync(() => root.render(node))
  draw(firstNode)
  return { draw }
}
