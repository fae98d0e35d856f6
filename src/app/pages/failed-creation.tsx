import type { Creation } from '#shared/api/generation.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { DEFAULT_IMAGE_FIDELITY } from '#shared/domain/generation-options.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { useActions } from '#src/creations/history/use-actions.ts'
import { FailedCard } from '#src/creations/tasks/failed-card.tsx'
import { settingsOf } from '#src/creations/actions/same-settings.ts'
import { useText } from '#src/i18n/i18n.ts'
import { showLinked } from '#src/browser/show-linked.ts'

/** Stands for the size of a creation's pictures, which the server does not return. */
const UNKNOWN_SIZE = { width: 0, height: 0 }

export function FailedCreation({ creation }: { readonly creation: Creation }) {
  const text = useText()
  const actions = useActions()
  const { id, bizType, points, errorMsg, srcImage } = creation
  const [sourceUrl = '', endPictureUrl] = srcImage
  const settings = { imageFidelity: DEFAULT_IMAGE_FIDELITY, ...settingsOf(creation) } as GenerationSettings
  const lastSource = endPictureUrl === undefined ? undefined : { url: endPictureUrl, ...UNKNOWN_SIZE }
  const removeCreation = async () => {
    if (await actions.deleteCreations([id])) await hub.api.dismissFinished(id)
  }
  return (
    <div id={`creation-${id}`} tabIndex={-1} ref={bringIntoSight}>
      <FailedCard
        task={{ taskId: id, bizType, settings, points, errorMsg, sourceUrl, lastSource, ...UNKNOWN_SIZE }}
        removeLabel={text('history.remove')}
        onRemove={() => void removeCreation()}
      />
    </div>
  )
}

function bringIntoSight(card: HTMLElement | null): void {
  if (card !== null) showLinked(card)
}
