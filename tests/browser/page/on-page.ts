import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type Root, createRoot } from 'react-dom/client'

const roots: Root[] = []

/** The page has this in it, and nothing that was shown before. */
export function onPage(html: string): void {
  for (const root of roots.splice(0)) root.unmount()
  document.body.innerHTML = html
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id)!
}

export function dialogById(id: string): HTMLDialogElement {
  return byId(id) as HTMLDialogElement
}

/** What has the focus, by its id. */
export function focused(): string {
  return document.activeElement === document.body ? 'nothing' : (document.activeElement?.id ?? '')
}

/** Shows it in an element of its own; what it gives draws something else there. */
export function shown(first: ReactNode): { draw: (node: ReactNode) => void } {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  roots.push(root)
  const draw = (node: ReactNode) => flushSync(() => root.render(node))
  draw(first)
  return { draw }
}
