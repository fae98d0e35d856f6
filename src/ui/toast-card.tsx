import type { ReactElement, SyntheticEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { useKitWords } from './kit-words.ts'
import styles from './toast-card.module.css'
import { useToastTimer } from './use-toast-timer.ts'

const ICONS = { success: 'check', error: 'alert', info: 'film' } as const

interface ToastCardProps extends Pick<ToastContent, 'color' | 'title' | 'description' | 'action'> {
  readonly durationMs: number
  readonly onEnd: () => void
}

/** One toast. It stands in a polite live region; an error breaks in. */
export function ToastCard({ color, title, description, action, durationMs, onEnd }: ToastCardProps): ReactElement {
  const text = useText()
  const chosen = useKitWords()
  const ref = useRef<HTMLDivElement>(null)
  const { hold, endSoon, giveFocusBack } = useToastTimer(durationMs, onEnd)
  // The library makes its place around the card a stop of Tab, without a mark and without holding the time.
  useLayoutEffect(() => ref.current?.closest('[tabindex]')?.setAttribute('tabindex', '-1'), [])
  const putAway = (event: SyntheticEvent<HTMLElement>) => {
    event.stopPropagation()
    giveFocusBack(event.currentTarget)
    onEnd()
  }
  const answer = (event: SyntheticEvent<HTMLElement>) => {
    action?.run()
    putAway(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button beside it does the same at once
    <div ref={ref} className={styles['toast']} data-color={color} onClick={endSoon} {...hold}>
      <Icon name={ICONS[color]} />
      <div className={styles['words']} role={color === 'error' ? 'alert' : undefined}>
        <p className={styles['title']}>{title}</p>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
      </div>
      {action !== undefined && (
        <Button look="plain" onClick={answer}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={chosen?.text('toast.close') ?? text('toast.close')} lang={chosen?.language} onClick={putAway} />
    </div>
  )
}
