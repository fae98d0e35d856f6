import type { PreviewEvent } from './preview-gestures.ts'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { IconButton } from '#src/design/button.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { closeModal, openModal } from '#src/design/open-modal.ts'
import { StateNote } from '#src/design/state-note.tsx'
import { PREVIEW_MAX_ZOOM, PREVIEW_MIN_ZOOM } from '#shared/domain/preview-zoom.ts'
import styles from './image-preview.module.css'
import { usePreviewGestures } from './use-preview-gestures.ts'

interface ImagePreviewProps {
  /** The address of the picture, which may be an object URL. */
  readonly src: string
  readonly name: string
  readonly onClose: () => void
}

/** A picture in fullscreen. It is open while it is rendered. */
export function ImagePreview({ src, name, onClose }: ImagePreviewProps) {
  const text = useText()
  const layer = useRef<HTMLDialogElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [loadResult, setLoadResult] = useState<{ readonly src: string; readonly isFailed: boolean } | null>(null)
  const { state, dispatch, onKeyDown, stageHandlers } = usePreviewGestures({ layer, image }, onClose)
  const close = useEffectEvent(onClose)
  // A layout effect, because its cleanup runs before the dialog is removed: removing an open dialog does not restore the focus.
  useLayoutEffect(() => {
    const dialog = layer.current
    openModal(dialog, () => close())
    return () => closeModal(dialog)
  }, [])

  const status = loadResult?.src !== src ? 'loading' : loadResult.isFailed ? 'failed' : 'shown'
  const { zoom, x, y } = state.view
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys work from every button inside
    <dialog ref={layer} className={styles['layer']} aria-label={text('preview.label', { name })} onClose={onClose} onKeyDown={onKeyDown}>
      <div className={styles['close']}>
        <IconButton icon="close" label={text('preview.close')} onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the close button and Escape also close it */}
      <div className={styles['stage']} tabIndex={-1} data-touched={state.fingers.length > 0 || undefined} {...stageHandlers}>
        {status !== 'failed' && (
          <img
            ref={image}
            className={styles['picture']}
            src={src}
            alt={name}
            draggable={false}
            data-status={status}
            style={{ transform: `translate(${x}px, ${y}px) scale(${zoom})` }}
            onLoad={() => {
              setLoadResult({ src, isFailed: false })
              dispatch({ type: 'reset' })
            }}
            onError={() => setLoadResult({ src, isFailed: true })}
          />
        )}
        {status === 'loading' && (
          <div className={styles['wait']}>
            <LoadingNote text={text('preview.loading')} />
          </div>
        )}
        {status === 'failed' && (
          <div className={styles['failure']}>
            <StateNote icon="alert" isError title={text('preview.failed')} />
          </div>
        )}
      </div>
      {status === 'shown' && <PreviewBar zoom={zoom} dispatch={dispatch} />}
    </dialog>
  )
}

interface PreviewBarProps {
  readonly zoom: number
  readonly dispatch: (event: PreviewEvent) => void
}

/** The zoom with its buttons: in, out and reset. A button at its limit retains the focus. */
function PreviewBar({ zoom, dispatch }: PreviewBarProps) {
  const text = useText()
  const percent = text('preview.percent', { percent: formatNumber(zoom * 100) })
  return (
    <div className={styles['bar']}>
      <IconButton
        icon="minus"
        label={text('preview.zoomOut')}
        aria-disabled={zoom <= PREVIEW_MIN_ZOOM || undefined}
        onClick={() => dispatch({ type: 'step', steps: -1 })}
      />
      <button type="button" className={styles['reset']} title={text('preview.zoomReset')} onClick={() => dispatch({ type: 'reset' })}>
        {percent}
        <span className="visually-hidden">{text('preview.zoomReset')}</span>
      </button>
      <IconButton
        icon="plus"
        label={text('preview.zoomIn')}
        aria-disabled={zoom >= PREVIEW_MAX_ZOOM || undefined}
        onClick={() => dispatch({ type: 'step', steps: 1 })}
      />
      <output className="visually-hidden">{percent}</output>
    </div>
  )
}
