import type { DroppedFiles, OnFiles } from '#src/platform/file-drop.ts'
import type { Composer } from './composer.ts'
import { text } from '#src/platform/i18n.ts'
import { showToast } from '#src/design/toast.ts'

/**
 * Files dropped or pasted anywhere on the page. A form with one picture uses the first file; one with two fills the
 * empty slots in order, and a drop never replaces a picture, because the target would be ambiguous.
 */
export function placeDroppedFiles({ slots }: Pick<Composer, 'slots'>, show: typeof showToast = showToast): OnFiles {
  const tell = (title: string) => void show({ id: 'brought', color: 'info', title })
  return (files) => {
    const [only, ...others] = slots
    if (others.length > 0) return fillFrames(slots, files, tell)
    void only.take(files[0])
    if (files.length > 1) tell(text('create.firstOf', { count: files.length }))
  }
}

function fillFrames(slots: Composer['slots'], files: DroppedFiles, tell: (title: string) => void): void {
  const free = slots.filter(({ state }) => state.picture.status === 'none' || state.picture.status === 'refused')
  if (free.length === 0) return tell(text('compose.frames.bothTaken'))
  for (const [place, slot] of free.entries()) {
    const file = files[place]
    if (file !== undefined) void slot.take(file)
  }
  if (files.length > free.length) tell(text('compose.frames.more', { count: free.length }))
}
