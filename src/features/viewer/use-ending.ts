import { useEffect } from 'react'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import type { Walk } from './create-walk.ts'
import { queryTask } from '#shared/api/generation.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { api } from '#src/lib/api.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'

/** For a creation that was begun on another device, which nothing here follows, and after a question without an answer. */
const ASK_EVERY_MS = 10_000

/** A creation that is still being made is asked for again as soon as the hub knows its end, so that its video comes without a reload. */
export function useEnding(walk: Walk, item: ViewerItem): void {
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
