import { useSnapshot } from '#src/lib/state.ts'
import { deskStatus } from './desk-state.ts'
import { useComposer } from './use-composer.ts'

/** How far each picture of the form is, and whether something lies over one of them. */
export function useDeskStatuses() {
  const { desks } = useComposer()
  const [first, last = first] = desks
  const states = [useSnapshot(first.state), useSnapshot(last.state)].slice(0, desks.length)
  return { statuses: states.map(deskStatus), hasLayer: states.some(({ layer }) => layer !== 'none') }
}
