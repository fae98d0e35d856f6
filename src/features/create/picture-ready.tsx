import type { ReactElement } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { FileButton } from '#src/ui/file-button.tsx'
import { MediaBox } from '#src/ui/media-box.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { removePicture, takePicture } from './create-actions.ts'
import type { PictureFacts, Refusal } from './create-state.ts'
import { CutSketch } from './cut-sketch.tsx'
import styles from './picture-ready.module.css'

interface PictureReadyProps {
  readonly facts: PictureFacts
  /** A file that was to take its place and cannot. */
  readonly refusal: Refusal | null
}

/** The prepared picture as it will be sent, with what preparation did to it. */
export function PictureReady({ facts, refusal }: PictureReadyProps): ReactElement {
  const text = useText()
  const before = `${size(facts.sourceWidth, facts.sourceHeight)}, ${formatBytes(facts.sourceBytes)}`
  const after = `${size(facts.width, facts.height)}, ${formatBytes(facts.bytes)}`
  return (
    <figure className={styles['ready']}>
      <div className={styles['frame']} style={{ maxWidth: `calc(${facts.width / facts.height} * 44dvh)` }}>
        <MediaBox width={facts.width} height={facts.height}>
          <img src={facts.url} alt={text('create.pictureAlt', { name: facts.name })} />
        </MediaBox>
      </div>
      <figcaption className={styles['facts']}>
        <div className={styles['words']}>
          <p className={styles['name']}>{facts.name}</p>
          <p className={styles['sizes']}>{text('create.sizes', { before, after })}</p>
        </div>
        <FileButton look="plain" icon="retry" label={text('create.replace')} onFile={(file) => void takePicture(file)} />
        <IconButton icon="close" label={text('create.remove')} onClick={removePicture} />
      </figcaption>
      {facts.cut !== null && <CutSketch cut={facts.cut} width={facts.sourceWidth} height={facts.sourceHeight} />}
      {facts.isFirstFrameOnly && <p className={styles['remark']}>{text('create.firstFrame')}</p>}
      {refusal !== null && (
        <div role="alert" className={styles['refusal']}>
          <p className={styles['name']}>{refusal.name}</p>
          <p>{errorText(refusal.code)}</p>
        </div>
      )}
    </figure>
  )
}

function size(width: number, height: number): string {
  return `${formatNumber(width)} × ${formatNumber(height)}`
}
