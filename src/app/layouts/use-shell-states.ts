import { useSyncExternalStore } from 'react'
import { hubState, pageBuild, pageHub } from '#src/lib/hub-mirror.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { useSnapshot } from '#src/lib/state.ts'
import type { ShellState } from './shell-states.ts'
import { shellStates } from './shell-states.ts'

export function useShellStates(): readonly ShellState[] {
  const { connection, storage } = useSnapshot(hubState)
  const page = useSnapshot(pageStorage)
  const { isOutdated } = useSnapshot(pageBuild)
  const { isSilent } = useSnapshot(pageHub)
  const hasNetwork = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
  return shellStates({ isOutdated, isSilent, storageProblem: storage.problem ?? page.problem, isReached: connection.isOnline, hasNetwork })
}

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
