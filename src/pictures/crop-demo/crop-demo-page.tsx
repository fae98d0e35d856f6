import { Suspense, useCallback, useEffect, useState } from 'react'
import { type CropDemo, createCropDemo } from './crop-demo.ts'
import { CutPanel, PicturePanel } from './demo-panels.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { preloadedPart } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import type { OnFiles } from '#src/pictures/file-drop.ts'
import { useFileDrop } from '#src/pictures/use-file-drop.ts'
import { imageClient } from '../image-client.ts'
import { DropOverlay } from '#src/design/drop-overlay.tsx'
import headings from '#src/design/headings.module.css'
import styles from './crop-demo-page.module.css'

const CropDialog = preloadedPart([], async () => (await import('../crop/crop-dialog.tsx')).CropDialog)
const ImagePreview = preloadedPart([], async () => (await import('../preview/image-preview.tsx')).ImagePreview)

/** The shortest permitted side of the chosen part, in px. The demo accepts any size; the forms require the minimum of a video. */
const LEAST_SIDE_PX = 1

/** A page that shows the crop dialog and the preview with any picture. */
export function CropDemoPage() {
  const text = useText()
  const [demo] = useState(() => createCropDemo(imageClient))
  const acceptFile = useCallback<OnFiles>(([file]) => void demo.replacePicture(file), [demo])
  const isHovering = useFileDrop(acceptFile)
  useEffect(() => demo.clearDemo, [demo])
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={headings['section']}>{text('cropDemo.title')}</h1>
        <p className={styles['lead']}>{text('cropDemo.lead')}</p>
      </header>
      <div className={styles['panels']}>
        <PicturePanel demo={demo} />
        <CutPanel demo={demo} />
      </div>
      <Suspense>
        <Layer demo={demo} />
      </Suspense>
      {isHovering && <DropOverlay />}
    </div>
  )
}

function Layer({ demo }: { readonly demo: CropDemo }) {
  const { layer, picture, cut } = useSnapshot(demo.state)
  const source = demo.demoSource()
  if (layer === 'crop' && source !== null)
    return (
      <CropDialog
        file={source.file}
        initialChoice={source.choice}
        leastSidePx={LEAST_SIDE_PX}
        onDone={(choice) => void demo.cutPicture(choice)}
        onCancel={demo.closeLayer}
      />
    )
  const shownPicture = { none: null, crop: null, picture, cut }[layer]
  return shownPicture?.status === 'ready' ? (
    <ImagePreview src={shownPicture.facts.url} name={shownPicture.facts.name} onClose={demo.closeLayer} />
  ) : null
}
