import type { ReactElement } from 'react'
import type { ComponentText } from '#src/lib/component-locale.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { CROP_MAX_ZOOM, CROP_MIN_ZOOM, CROP_ZOOM_STEP } from '#shared/domain/crop-limits.ts'
import { zoomBy, zoomTo } from '#shared/domain/edit-crop.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Range } from '#src/ui/range.tsx'
import styles from './zoom-row.module.css'

interface ZoomRowProps {
  readonly zoom: number
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

export function ZoomRow({ zoom, text, edit }: ZoomRowProps): ReactElement {
  const shown = `${zoom.toFixed(1)}×`
  return (
    <fieldset className={styles['row']}>
      <legend className="visually-hidden">{text('crop.zoom')}</legend>
      <IconButton
        icon="minus"
        label={text('crop.zoomOut')}
        aria-disabled={zoom <= CROP_MIN_ZOOM || undefined}
        onClick={() => edit((state) => zoomBy(state, -1))}
      />
      <Range
        label={text('crop.zoom')}
        value={zoom}
        min={CROP_MIN_ZOOM}
        max={CROP_MAX_ZOOM}
        step={CROP_ZOOM_STEP}
        valueText={shown}
        onValue={(value) => edit((state) => zoomTo(state, value))}
      />
      <IconButton
        icon="plus"
        label={text('crop.zoomIn')}
        aria-disabled={zoom >= CROP_MAX_ZOOM || undefined}
        onClick={() => edit((state) => zoomBy(state, 1))}
      />
      <span className={styles['value']} aria-hidden="true">
        <bdi dir="ltr">{shown}</bdi>
      </span>
    </fieldset>
  )
}
