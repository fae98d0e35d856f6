import type { ReactElement } from 'react'
import { lazy, Suspense, useEffect } from 'react'
import { MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import { createState } from '#src/features/create/create-state.ts'
import { heldPicture } from '#src/features/create/held-picture.ts'
import { cropPicture } from '#src/features/create/picture-actions.ts'
import { loadUntilThere } from '#src/lib/load-until-there.ts'
import { useSnapshot } from '#src/lib/state.ts'

const CropDialog = lazy(() => loadUntilThere(async () => ({ default: (await import('#src/features/crop/crop-dialog.tsx')).CropDialog })))
const ImagePreview = lazy(() =>
  loadUntilThere(async () => ({ default: (await import('#src/features/preview/image-preview.tsx')).ImagePreview })),
)

function close(): void {
  createState.layer = 'none'
}

/** What lies over the form while the person looks at the picture or chooses a part of it. */
export function PictureLayers(): ReactElement | null {
  const { layer, picture } = useSnapshot(createState)
  useEffect(() => close, [])
  const held = heldPicture()
  if (layer === 'none' || picture.status !== 'ready' || held === null) return null
  return (
    <Suspense>
      {layer === 'look' && <ImagePreview src={picture.facts.url} name={held.name} onClose={close} />}
      {layer === 'crop' && (
        <CropDialog
          file={held.source.file}
          start={held.wish.crop}
          leastSidePx={MIN_SIDE_PX}
          onDone={(choice) => {
            close()
            void cropPicture(choice)
          }}
          onCancel={close}
        />
      )}
    </Suspense>
  )
}
