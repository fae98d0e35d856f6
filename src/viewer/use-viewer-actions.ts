import { useState } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import type { Creation } from '#shared/api/generation.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { type Actions, createActions } from '#src/creations/actions.ts'
import { pageDeps, locationKey } from '#src/creations/page-deps.ts'
import { text } from '#src/i18n/i18n.ts'
import { rememberRecent } from '#src/gallery/own-templates.ts'
import { startTemplate } from '#src/gallery/start-template.ts'
import { findTemplate } from '#src/gallery/template-lists.ts'
import { ask } from '#src/design/ask.ts'
import { showToast } from '#src/design/toast.ts'

export type ViewerAction = 'use' | 'same' | 'continue' | 'edit' | 'collect' | 'download' | 'delete' | 'share' | 'link' | 'prompt'

export interface ViewerActions {
  readonly run: (action: ViewerAction) => void
  /** The running action; null if none runs. Further presses are ignored while one runs. */
  readonly busy: ViewerAction | null
}

/** The actions on the current item. `onDeleted` is called when its deletion is stored. */
export function useViewerActions(item: ViewerItem | undefined, onDeleted: (id: string) => void, onEdit: () => void): ViewerActions {
  const [, go] = useLocation()
  const [busy, setBusy] = useState<ViewerAction | null>(null)
  const run = (action: ViewerAction) => {
    if (item === undefined || busy !== null) return
    if (action === 'edit') return onEdit()
    setBusy(action)
    const actions = createActions(pageDeps({ notify: (notice) => showToast(notice), ask, go }))
    void performAction(action, item, { actions, go, onDeleted }).finally(() => setBusy(null))
  }
  return { run, busy }
}

interface ActionPorts {
  readonly actions: Actions
  readonly go: (path: string) => void
  readonly onDeleted: (id: string) => void
}

async function performAction(action: ViewerAction, item: ViewerItem, { actions, go, onDeleted }: ActionPorts): Promise<void> {
  if (action === 'download') return actions.downloadVideo(item)
  if (action === 'prompt') return actions.copyPrompt(item)
  if (action === 'link') return actions.copyLink(item)
  if (action === 'share') return actions.shareVideo(item)
  if (item.kind !== 'media') {
    if (action !== 'use') return
    rememberRecent(item.template.id)
    return startTemplate(item.template, 'viewer', go)
  }
  const { creation } = item
  if (action === 'use') await startEffectOf(creation, go)
  if (action === 'same') actions.sameSettings(creation)
  if (action === 'continue') await actions.continueFromLastFrame(creation)
  if (action === 'collect') await actions.collect([creation.id], creation.isCollect ? 0 : 1)
  if (action === 'delete' && (await actions.deleteCreations([creation.id]))) onDeleted(creation.id)
}

async function startEffectOf({ templateId }: Creation, go: (path: string) => void): Promise<void> {
  const startKey = locationKey()
  const answer = await findTemplate(templateId ?? '')
  if (locationKey() !== startKey) return
  if (answer.ok) return startTemplate(answer.value, 'viewer', go)
  await showToast({ id: 'effect-gone', color: 'error', title: text('action.templateIdUnavailable') })
}
