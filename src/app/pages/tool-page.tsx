import { Suspense, useEffect } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { PictureSlotStore } from '#src/create/create-picture-slot.ts'
import { CreateForm } from '#src/create/create-form.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { StateNote } from '#src/design/state-note.tsx'
import { MIN_SIDE_PX } from '#shared/domain/media-limits.ts'
import { COMPOSERS } from '#src/create/composer.ts'
import { lazyPart, usePreload } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import headings from '#src/design/headings.module.css'
import styles from './tool-page.module.css'
import { WorkGrid } from './work-grid.tsx'

const CropDialog = lazyPart([], async () => (await import('#src/pictures/crop/crop-dialog.tsx')).CropDialog)
const ImagePreview = lazyPart([], async () => (await import('#src/pictures/preview/image-preview.tsx')).ImagePreview)

const SHOWN_CREATION_COUNT = 9

const TITLES = { CUSTOM: 'create.title', HEAD_TAIL: 'compose.title.HEAD_TAIL', TEMPLATE: 'compose.title.TEMPLATE' } as const
const LEADS = { CUSTOM: 'create.lead', HEAD_TAIL: 'compose.lead.HEAD_TAIL', TEMPLATE: 'compose.lead.TEMPLATE' } as const

/** The screen of one kind of video: its form and the user's creations. */
export function ToolPage({ bizType }: { readonly bizType: BizType }) {
  const text = useText()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={headings['section']}>{text(TITLES[bizType])}</h1>
        <p className={styles['lead']}>{text(LEADS[bizType])}</p>
      </header>
      <CreateForm bizType={bizType} />
      <PictureLayers bizType={bizType} />
      <section className={styles['work']} aria-labelledby="work-title">
        <header className={styles['workHead']}>
          <h2 id="work-title" className={styles['workTitle']}>
            {text('create.work')}
          </h2>
          <Link href={linkTo('creations')} className={styles['all']}>
            {text('create.all')}
          </Link>
        </header>
        <WorkGrid
          creationCount={SHOWN_CREATION_COUNT}
          empty={<StateNote icon="film" title={text('create.emptyTitle')} hint={text('create.emptyHint')} />}
        />
      </section>
    </div>
  )
}

/** The layers that show or crop a picture of the form. */
function PictureLayers({ bizType }: { readonly bizType: BizType }) {
  usePreload(CropDialog, ImagePreview)
  return (
    <>
      {COMPOSERS[bizType].slots.map((slot) => (
        <SlotLayer key={slot.role} slot={slot} />
      ))}
    </>
  )
}

function SlotLayer({ slot }: { readonly slot: PictureSlotStore }) {
  const { layer: wantedLayer, picture } = useSnapshot(slot.state)
  const layer = useAfterPaint(wantedLayer)
  const closeLayer = () => Object.assign(slot.state, { layer: 'none' })
  useEffect(() => () => void Object.assign(slot.state, { layer: 'none' }), [slot])
  const currentPicture = slot.current()
  if (layer === 'none' || picture.status !== 'ready' || currentPicture === null) return null
  return (
    <Suspense>
      {layer === 'preview' && <ImagePreview src={picture.facts.url} name={currentPicture.name} onClose={closeLayer} />}
      {layer === 'crop' && (
        <CropDialog
          file={currentPicture.source.file}
          initialChoice={currentPicture.request.crop}
          leastSidePx={MIN_SIDE_PX}
          onDone={(choice) => {
            closeLayer()
            void slot.crop(choice)
          }}
          onCancel={closeLayer}
        />
      )}
    </Suspense>
  )
}

export function ImageToVideoPage() {
  return <ToolPage bizType="CUSTOM" />
}

export function StartEndFramePage() {
  return <ToolPage bizType="HEAD_TAIL" />
}

export function VideoTemplatesPage() {
  return <ToolPage bizType="TEMPLATE" />
}
