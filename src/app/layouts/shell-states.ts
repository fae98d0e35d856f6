import type { ShellIconName } from '#src/ui/shell-icon.tsx'

export type ShellState = 'outdated' | 'silent' | 'storageFull' | 'storageBlocked' | 'offline' | 'unreachable'

interface Facts {
  readonly isOutdated: boolean
  /** The hub could not be started, or does not answer. */
  readonly isSilent: boolean
  /** A code of this device's storage; null while everything can be kept. */
  readonly storageProblem: string | null
  /** The server was reached when it was last asked. */
  readonly isReached: boolean
  /** The browser has a network, wherever that leads. */
  readonly hasNetwork: boolean
}

/** Where work can get lost the state is a problem, and is told at once; the others are told calmly. */
export const STATE_LOOKS: Record<ShellState, { readonly icon: ShellIconName; readonly isProblem: boolean }> = {
  outdated: { icon: 'retry', isProblem: true },
  silent: { icon: 'alert', isProblem: true },
  storageFull: { icon: 'alert', isProblem: true },
  storageBlocked: { icon: 'alert', isProblem: true },
  offline: { icon: 'cloudOff', isProblem: false },
  unreachable: { icon: 'cloudOff', isProblem: false },
}

/** What there is to say of the app itself, the weightiest first. Rule: docs/rules.md, "Layouts". */
export function shellStates({ isOutdated, isSilent, storageProblem, isReached, hasNetwork }: Facts): readonly ShellState[] {
  const states: ShellState[] = []
  if (isOutdated) states.push('outdated')
  else if (isSilent) states.push('silent')
  if (storageProblem !== null) states.push(storageProblem === 'storage_full' ? 'storageFull' : 'storageBlocked')
  if (!hasNetwork) states.push('offline')
  else if (!isReached) states.push('unreachable')
  return states
}
