import type { ReactElement } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { isGenerating } from '#shared/domain/task.ts'
import type { Actions } from '../actions/actions.ts'
import { useText } from '#src/platform/i18n.ts'
import type { MenuAction } from '#src/design/action-menu.tsx'
import { ActionMenu } from '#src/design/action-menu.tsx'

interface CreationMenuProps {
  readonly creation: Creation
  readonly actions: Actions
  readonly label: string
}

/** What is done with a creation less often: what needs its video once that is there, and deleting once its task has ended. */
export function CreationMenu({ creation, actions, label }: CreationMenuProps): ReactElement {
  const text = useText()
  const item = { kind: 'media', creation } as const
  const hasVideo = creation.videoUrl !== null
  const entries: readonly (MenuAction | false)[] = [
    { key: 'same', icon: 'retry', label: text('history.sameSettings'), run: () => actions.sameSettings(creation) },
    hasVideo && {
      key: 'continue',
      icon: 'frames',
      label: text('history.continue'),
      run: () => void actions.continueFromLastFrame(creation),
    },
    hasVideo && { key: 'share', icon: 'share', label: text('history.share'), run: () => void actions.shareVideo(item) },
    { key: 'link', icon: 'link', label: text('history.copyLink'), run: () => void actions.copyLink(item) },
    { key: 'prompt', icon: 'copy', label: text('history.copyPrompt'), run: () => void actions.copyPrompt(item) },
    !isGenerating(creation.status) && {
      key: 'delete',
      icon: 'trash',
      isDanger: true,
      label: text('history.delete'),
      run: () => void actions.deleteCreations([creation.id]),
    },
  ]
  return <ActionMenu label={label} actions={entries.filter((entry) => entry !== false)} />
}
