import { text } from '#src/lib/i18n.ts'
import { shownItem } from '#src/lib/shown-item.ts'
import { subscribe } from '#src/lib/state.ts'
import { documentName } from './document-name.ts'
import { screenTitle } from './screen-title.ts'
import { writeHead } from './write-head.ts'

/** Keeps what the server wrote into the head true as the person goes on: phones share the address that stands there. Needs the texts of `head`. */
export function followHead(): () => void {
  const look = () => {
    const item = shownItem.head
    const title = documentName(screenTitle, item)
    if (title === '') return
    const { description, canonical } = item ?? { ...screenTitle.head, description: text(screenTitle.head.description) }
    writeHead({ title, description, address: canonical === null ? null : new URL(canonical, location.origin).href })
  }
  look()
  const stops = [subscribe(screenTitle, look), subscribe(shownItem, look)]
  return () => {
    for (const stop of stops) stop()
  }
}
