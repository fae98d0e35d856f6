import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Actions } from '#src/lib/actions/create-actions.ts'
import { createActions } from '#src/lib/actions/create-actions.ts'
import { pageDeps } from '#src/lib/actions/page-deps.ts'
import { ask } from '#src/ui/ask.ts'
import { showToast } from '#src/ui/toast.ts'

/** What can be done with creations, told by toasts and asked in a dialog. */
export function useActions(): Actions {
  const [, go] = useLocation()
  return useMemo(() => createActions(pageDeps({ tell: showToast, ask, go })), [go])
}
