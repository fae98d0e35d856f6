import type { ReactElement } from 'react'
import { Suspense, useEffect } from 'react'
import type { BizType } from '#shared/domain/task.ts'
import { MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import { COMPOSERS } from '#src/features/create/composer.ts'
import type { PictureDesk } from '#src/features/create/create-desk.ts'
import { warmPart } from '#src/lib/lazy-part.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useAfterPaint } from '#src/lib/use-after-paint.ts'

const CropDialog = warmPart([], async () => (await import('#src/features/crop/crop-dialog.tsx')).CropDialog)
const ImagePreview = warmPart([], async () => (await import('#src/features/preview/image-preview.tsx')).ImagePreview)

/** What lies over a form while the person looks at one of its pictures or chooses a part of it. */
export function PictureLayers({ bizType }: { readonly bizType: BizType }): ReactElement {
  return (
    <>
      {COMPOSERS[bizType].desks.map((desk) => (
        <DeskLayer key={desk.place} desk={desk} />
      ))}
    </>
  )
}

function DeskLayer({ desk }: { readonly desk: PictureDesk }): ReactElement | null {
  const { layer: wanted, picture } = useSnapshot(desk.state)
  const layer = useAfterPaint(wanted)
  const close = () => Object.assign(desk.state, { layer: 'none' })
  useEffect(() => () => void Object.assign(desk.state, { layer: 'none' }), [desk])
  const held = desk.held()
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
            void desk.crop(choice)
          }}
          onCancel={close}
        />
      )}
    </Suspense>
  )
}
