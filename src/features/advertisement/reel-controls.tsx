import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/lib/i18n.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useKitWords } from '#src/ui/kit-words.ts'
import styles from './reel-controls.module.css'

interface ReelControlsProps {
  readonly samples: readonly Template[]
  readonly selected: number
  readonly isPlaying: boolean
  readonly onPlay: (isPlaying: boolean) => void
  readonly onShow: (place: number) => void
  readonly onStep: (by: 1 | -1) => void
}

/** Stands still or goes on, one back, one on, and each sample by name. */
export function ReelControls({ samples, selected, isPlaying, onPlay, onShow, onStep }: ReelControlsProps): ReactElement {
  const text = useText()
  const chosen = useKitWords()
  return (
    <div className={styles['controls']}>
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={text(isPlaying ? 'advertisement.pause' : 'advertisement.play')}
        onClick={() => onPlay(!isPlaying)}
      />
      <IconButton
        icon="left"
        label={chosen?.text('carousel.prev') ?? text('advertisement.previous')}
        lang={chosen?.language}
        onClick={() => onStep(-1)}
      />
      <ul className={styles['dots']} aria-label={chosen?.text('carousel.dots')} lang={chosen?.language}>
        {samples.map(({ id, templateName: name }, index) => (
          <li key={id}>
            <button
              type="button"
              className={styles['dot']}
              aria-label={
                chosen?.text('carousel.goto', { slide: index + 1 }) ??
                text('advertisement.show', { name, place: index + 1, total: samples.length })
              }
              aria-current={index === selected || undefined}
              onClick={() => onShow(index)}
            />
          </li>
        ))}
      </ul>
      <IconButton
        icon="arrow"
        label={chosen?.text('carousel.next') ?? text('advertisement.next')}
        lang={chosen?.language}
        onClick={() => onStep(1)}
      />
    </div>
  )
}
