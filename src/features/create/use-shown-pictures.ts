import { useSnapshot } from '#src/lib/state.ts'
import type { DeskState } from './desk-state.ts'
import { useComposer } from './use-composer.ts'

/** What each picture of the form that is ready is known by; null for the others. */
export function useShownPictures(): readonly (string | null)[] {
  const { desks } = useComposer()
  const [first, last = first] = desks
  return [useShownPicture(first.state), useShownPicture(last.state)].slice(0, desks.length)
}

function useShownPicture(state: DeskState): string | null {
  const { picture } = useSnapshot(state)
  return picture.status === 'ready' ? picture.facts.sha256 : null
}
