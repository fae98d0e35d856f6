import { useEffect } from 'react'
import { useSnapshot, hubState } from '#src/store/state.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { queryTask } from '#shared/api/generation.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { api } from '#src/hub-client/api.ts'
import type { ViewerCursor } from './viewer-cursor.ts'

/**
 * How often a running creation is requested, in ms. The hub does not follow creations from other devices, and a request may fail.
 */
const REQUEST_EVERY_MS = 10_000

/**
 * Requests a running creation until it has ended, so that its video appears. When the hub reports the end, the creation is requested at
 * once.
 */
export function useCreationEnd(cursor: ViewerCursor, item: ViewerItem): void {
  const { finished } = useSnapshot(hubState).work
  const taskId = item.kind === 'media' && isGenerating(item.creation.status) ? item.creation.id : null
  const isReportedEnded = taskId !== null && finished.some((task) => task.taskId === taskId)
  useEffect(() => {
    if (taskId === null) return undefined
    let isUnmounted = false
    const requestCreation = async () => {
      if (document.visibilityState === 'hidden') return
      const answer = await api.call(queryTask, { taskId })
      if (answer.ok && !isUnmounted) cursor.renew({ kind: 'media', creation: answer.value })
    }
    if (isReportedEnded) void requestCreation()
    const timer = setInterval(() => void requestCreation(), REQUEST_EVERY_MS)
    return () => {
      isUnmounted = true
      clearInterval(timer)
    }
  }, [cursor, taskId, isReportedEnded])
}
