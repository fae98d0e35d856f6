import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { useOpenInTool } from '#src/lib/file-drop.ts'
import { FileButton } from '#src/ui/file-button.tsx'
import { StateNote } from '#src/ui/state-note.tsx'

/** Where somebody's videos will be: the way to the first. */
export function FirstPicture(): ReactElement {
  const text = useText()
  const openInTool = useOpenInTool()
  return (
    <StateNote icon="film" title={text('home.emptyTitle')} hint={text('home.emptyHint')}>
      <FileButton icon="image" label={text('home.choose')} onFile={(file) => openInTool([file])} />
    </StateNote>
  )
}
