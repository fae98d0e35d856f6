import type { ReactElement, RefObject } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { smallPoster } from '#src/lib/templates/small-poster.ts'
import { DataIcon } from '#src/ui/data-icon.tsx'
import styles from './effect-grid.module.css'
import { rowsInView } from './rows-in-view.ts'

const NOTHING: RowWindow = { from: 0, to: 0, rowHeight: 0 }

const COLUMNS = 3

interface EffectGridProps {
  readonly effects: readonly Template[]
  readonly chosenId: string | undefined
  readonly onChoose: (effect: Template) => void
}

/** Effects in rows of equal height: only those in sight are in the page. */
export function EffectGrid({ effects, chosenId, onChoose }: EffectGridProps): ReactElement {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const rows = Math.ceil(effects.length / COLUMNS)
  const { from, to, rowHeight } = useRowWindow(box, probe, rows)
  const first = from * COLUMNS
  return (
    <div ref={box} className={styles['box']}>
      <div ref={probe} className={styles['probe']} aria-hidden="true" />
      <ul
        className={styles['grid']}
        style={{
          gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
          paddingBlock: `${from * rowHeight}px ${(rows - to) * rowHeight}px`,
        }}
        aria-label={text('compose.effect.title')}
      >
        {effects.slice(first, to * COLUMNS).map((effect, place) => (
          <li key={effect.id} style={{ height: rowHeight }} aria-setsize={effects.length} aria-posinset={first + place + 1}>
            <button type="button" className={styles['effect']} aria-pressed={effect.id === chosenId} onClick={() => onChoose(effect)}>
              <span className={styles['poster']}>
                <img src={smallPoster(effect)} alt="" loading="lazy" decoding="async" />
              </span>
              <span className={styles['name']}>
                {effect.icon !== undefined && <DataIcon name={effect.icon} size="s" />} {effect.templateName}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowWindow {
  readonly from: number
  readonly to: number
  readonly rowHeight: number
}

/** Which rows of a scrolled box are drawn; all rows are as high as the probe in it. */
function useRowWindow(box: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>, rows: number): RowWindow {
  const [shown, setShown] = useState(NOTHING)
  useLayoutEffect(() => {
    const [scrolled, measured] = [box.current, probe.current]
    if (scrolled === null || measured === null) return
    const look = () => {
      const rowHeight = measured.offsetHeight
      if (rowHeight === 0) return
      const next = { ...rowsInView({ scrollTop: scrolled.scrollTop, viewHeight: scrolled.clientHeight, rowHeight, rows }), rowHeight }
      setShown((before) => (before.from === next.from && before.to === next.to && before.rowHeight === rowHeight ? before : next))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(scrolled)
    sizes.observe(measured)
    scrolled.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', look)
    }
  }, [box, probe, rows])
  return shown
}
