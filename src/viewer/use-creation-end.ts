import { useEffect } from 'react'
import { useSnapshot, hubState } from '#src/store/state.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { queryTask } from '#shared/api/generation.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { api } from '#src/hub-client/api.ts'
import type { ViewerCursor } from './viewer-cursor.ts'

/** For creations from another device, which the hub does not track, and after a failed request. */
const ASK_EVERY_MS = 10_000

/** Reloads a running creation when the hub reports its end, so that its video appears. */
export function useCreationEnd(walk: ViewerCursor, item: ViewerItem): void {
  const { finished } = useSnapshot(hubState).work
  const taskId = item.kind === 'media' && isGenerating(item.creation.status) ? item.creation.id : null
  const isKnownToEnd = taskId !== null && finished.some((task) => task.taskId === taskId)
  useEffect(() => {
    if (taskId === null) return undefined
    let isLeft = false
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const answer = await api.call(queryTask, { taskId })
      if (answer.ok && !isLeft) walk.renew({ kind: 'media', creation: answer.value })
    }
    if (isKnownToEnd) void ask()
    const asking = setInterval(() => void ask(), ASK_EVERY_MS)
    return () => {
      isLeft = true
      clearInterval(asking)
    }
  }, [walk, taskId, isKnownToEnd])
}
