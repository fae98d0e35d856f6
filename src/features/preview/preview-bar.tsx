import type { ReactElement } from 'react'
import type { PreviewEvent } from './preview-gestures.ts'
import { PREVIEW_MAX_ZOOM, PREVIEW_MIN_ZOOM } from '#shared/domain/preview-zoom.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './preview-bar.module.css'

interface PreviewBarProps {
  readonly zoom: number
  readonly act: (event: PreviewEvent) => void
}

/** The zoom, its two steps and the way back. A step that leads nowhere keeps its focus. */
export function PreviewBar({ zoom, act }: PreviewBarProps): ReactElement {
  const text = useText()
  const percent = text('preview.percent', { percent: formatNumber(zoom * 100) })
  return (
    <div className={styles['bar']}>
      <IconButton
        icon="minus"
        label={text('preview.zoomOut')}
        aria-disabled={zoom <= PREVIEW_MIN_ZOOM || undefined}
        onClick={() => act({ type: 'step', steps: -1 })}
      />
      <button type="button" className={styles['reset']} title={text('preview.zoomReset')} onClick={() => act({ type: 'reset' })}>
        {percent}
        <span className="visually-hidden">{text('preview.zoomReset')}</span>
      </button>
      <IconButton
        icon="plus"
        label={text('preview.zoomIn')}
        aria-disabled={zoom >= PREVIEW_MAX_ZOOM || undefined}
        onClick={() => act({ type: 'step', steps: 1 })}
      />
      <output className="visually-hidden">{percent}</output>
    </div>
  )
}
