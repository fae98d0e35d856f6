import type { ViewerItem } from '#src/lib/viewer-item.ts'
import { useMarks, withMarks } from '#src/lib/creation-marks.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { templateLists } from '#src/lib/templates/template-lists.ts'

/** An item as it is by now: a creation with what was asked for since, an item of the galleries with the video it has got since. */
export function useItem(item: ViewerItem): ViewerItem {
  const marks = useMarks()
  const { explore, effects } = useSnapshot(templateLists)
  if (item.kind === 'media') {
    const [creation] = withMarks([item.creation], marks)
    return creation === undefined ? item : { ...item, creation }
  }
  const shelf = item.kind === 'effect' ? effects : explore
  const template = shelf.items.find(({ id }) => id === item.template.id)
  return template === undefined ? item : { ...item, template: template as typeof item.template }
}
