import { useMemo, useState, useLayoutEffect, useRef } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { createTemplateSearch } from '#src/gallery/template-search.ts'
import { useTemplates } from '#src/gallery/use-templates.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { smallPoster } from '#src/gallery/small-poster.ts'
import { DataIcon } from '#src/design/data-icon.tsx'
import styles from './effect-dialog.module.css'
import { useComposer, useStripPicture } from './use-composer.ts'
import { chooseEffect } from './effect-choice.ts'
import { rowsInView } from './rows-in-view.ts'
import { stripStyle, useFilmStrips } from '#src/motion/use-film-strips.ts'

/** A dialog with all effects. They can be searched by name, tag and description. */
export function EffectDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const composer = useComposer()
  const { templateId } = useSnapshot(composer.state).settings
  const { items, status, problem } = useTemplates('popular')
  const [search, setSearch] = useState('')
  const searchEffects = useMemo(() => createTemplateSearch(items.filter(({ bizType }) => bizType === 'TEMPLATE')), [items])
  const effects = useMemo(() => searchEffects(search), [searchEffects, search])
  const isEmpty = items.length === 0
  const choose = (effect: Template) => {
    chooseEffect(composer, effect)
    onClose()
  }
  return (
    <Dialog title={text('compose.effect.title')} closeLabel={text('dialog.close')} shape="sheet" onClose={onClose}>
      <div className={styles['body']}>
        <TextField
          label={text('compose.effect.search')}
          type="search"
          icon="search"
          placeholder={text('compose.effect.searchHint')}
          value={search}
          onValue={setSearch}
        />
        <output className="visually-hidden">{search.trim() !== '' && text('compose.effect.found', { count: effects.length })}</output>
        {effects.length > 0 ? (
          <EffectGrid key={search} effects={effects} chosenId={templateId} onChoose={choose} />
        ) : (
          <div className={styles['empty']}>
            {!isEmpty && <StateNote icon="search" title={text('compose.effect.nothing')} hint={text('compose.effect.nothingHint')} />}
            {isEmpty && problem !== null && <StateNote icon="cloudOff" isError title={loadFailureText({ code: problem })} />}
            {isEmpty && problem === null && status === 'ready' && <StateNote icon="wand" title={text('compose.effect.noEffects')} />}
            {isEmpty && problem === null && status !== 'ready' && <LoadingNote text={text('compose.effect.loading')} />}
          </div>
        )}
      </div>
    </Dialog>
  )
}

const NO_ROWS: RowWindow = { from: 0, to: 0, rowHeight: 0, columns: 1 }

interface EffectGridProps {
  readonly effects: readonly Template[]
  readonly chosenId: string | undefined
  readonly onChoose: (effect: Template) => void
}

/** The effects in rows of equal height. Only visible rows are rendered. */
export function EffectGrid({ effects, chosenId, onChoose }: EffectGridProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const { from, to, rowHeight, columns } = useRowWindow(box, probe, effects.length)
  const rowCount = Math.ceil(effects.length / columns)
  const firstIndex = from * columns
  const visibleEffects = effects.slice(firstIndex, to * columns)
  const strips = useFilmStrips(useStripPicture(), new Map(visibleEffects.map(({ id }) => [id, { kind: 'effect', effectId: id }])))
  return (
    <div ref={box} className={styles['box']}>
      <div ref={probe} className={styles['probe']} aria-hidden="true" />
      <ul
        className={styles['grid']}
        style={{ paddingBlock: `${from * rowHeight}px ${(rowCount - to) * rowHeight}px` }}
        aria-label={text('compose.effect.title')}
      >
        {visibleEffects.map((effect, index) => (
          <li key={effect.id} style={{ height: rowHeight }} aria-setsize={effects.length} aria-posinset={firstIndex + index + 1}>
            <button type="button" className={styles['effect']} aria-pressed={effect.id === chosenId} onClick={() => onChoose(effect)}>
              <span className={styles['poster']}>
                <img src={smallPoster(effect)} alt="" loading="lazy" decoding="async" />
                {strips.has(effect.id) && <span className={styles['strip']} style={stripStyle(strips.get(effect.id))} />}
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
  readonly columns: number
}

/** The rows that must be rendered in a scroll container (`box`). `probe` is an element with the size of a cell. */
function useRowWindow(box: React.RefObject<HTMLElement | null>, probe: React.RefObject<HTMLElement | null>, cellCount: number): RowWindow {
  const [rowWindow, setRowWindow] = useState(NO_ROWS)
  useLayoutEffect(() => {
    const [scrollBox, cell] = [box.current, probe.current]
    if (scrollBox === null || cell === null) return
    const update = () => {
      const rowHeight = cell.offsetHeight
      if (rowHeight === 0) return
      const columns = Math.max(1, Math.round(scrollBox.clientWidth / cell.offsetWidth))
      const rows = Math.ceil(cellCount / columns)
      const view = rowsInView({ scrollTop: scrollBox.scrollTop, viewHeight: scrollBox.clientHeight, rowHeight, rows })
      const next = { ...view, rowHeight, columns }
      setRowWindow((former) => (isSameWindow(former, next) ? former : next))
    }
    update()
    const sizeObserver = new ResizeObserver(update)
    sizeObserver.observe(scrollBox)
    sizeObserver.observe(cell)
    scrollBox.addEventListener('scroll', update, { passive: true })
    return () => {
      sizeObserver.disconnect()
      scrollBox.removeEventListener('scroll', update)
    }
  }, [box, probe, cellCount])
  return rowWindow
}

function isSameWindow(one: RowWindow, other: RowWindow): boolean {
  return one.from === other.from && one.to === other.to && one.rowHeight === other.rowHeight && one.columns === other.columns
}
