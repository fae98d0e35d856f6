import { useEffect, useRef } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { Segmented } from '#src/design/segmented.tsx'
import { Icon } from '#src/design/icon.tsx'
import type { Template } from '#shared/api/templates.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import styles from './gallery-bar.module.css'
import type { GalleryKind, OwnListIds, TagCount } from './choose-items.ts'
import { type GalleryView, GALLERY_TABS, OWN_LISTS, toggleTag } from './gallery-view.ts'

interface GalleryBarProps {
  readonly kind: GalleryKind
  readonly view: GalleryView
  readonly changeView: (change: Partial<GalleryView>) => void
  readonly replaceView: (change: Partial<GalleryView>) => void
}

export function GalleryBar({ kind, view, changeView, replaceView }: GalleryBarProps) {
  const text = useText()
  return (
    <div className={styles['bar']}>
      <div className={styles['tabs']}>
        <Segmented
          label={text('gallery.filter')}
          isInline
          options={GALLERY_TABS.map((value) => ({ value, label: text(`gallery.filter.${value}`) }))}
          value={view.tab}
          onValue={(tab) => changeView({ tab })}
        />
      </div>
      <SearchField label={text(`gallery.search.${kind}`)} value={view.query} onValue={(query) => replaceView({ query })} />
    </div>
  )
}

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

const LONGEST_QUERY = 80

/** The search field of a gallery. The key `/` focuses it from anywhere on the screen; Escape empties it. */
function SearchField({ label, value, onValue }: SearchFieldProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const clear = () => {
    onValue('')
    input.current?.focus()
  }
  return (
    <search className={styles['field']}>
      <Icon name="search" />
      <input
        ref={input}
        className={styles['input']}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        maxLength={LONGEST_QUERY}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') clear()
        }}
      />
      {value === '' ? (
        <kbd className={styles['key']} aria-hidden="true">
          /
        </kbd>
      ) : (
        <button type="button" className={styles['clear']} aria-label={text('gallery.clearSearch')} onClick={clear}>
          <Icon name="close" size="s" />
        </button>
      )}
    </search>
  )
}

/** Whether a key starts the search: it is `/`, and the focus is outside of text fields and dialogs. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
  return !(target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, dialog, [contenteditable]') !== null)
}

interface FilterRowProps {
  readonly view: GalleryView
  readonly tags: readonly TagCount[]
  readonly ownIds: OwnListIds
  readonly changeView: (change: Partial<GalleryView>) => void
}

const OWN_LIST_ICONS = { liked: 'heart', recent: 'reel' } as const

/** The filters of a gallery: the user's own lists, then the tags with their counts. */
export function FilterRow({ view, tags, ownIds, changeView }: FilterRowProps) {
  const text = useText()
  return (
    <fieldset className={styles['row']} aria-label={text('gallery.tags')}>
      {OWN_LISTS.filter((ownList) => ownIds[ownList].length > 0 || view.ownList === ownList).map((ownList) => (
        <button
          key={ownList}
          type="button"
          className={styles['chip']}
          aria-pressed={view.ownList === ownList}
          onClick={() => changeView({ ownList: view.ownList === ownList ? null : ownList })}
        >
          <Icon name={OWN_LIST_ICONS[ownList]} size="s" />
          {text(ownList === 'liked' ? 'gallery.likes' : 'gallery.recent')}
        </button>
      ))}
      {tags.map(({ tag, count }) => (
        <button
          key={tag}
          type="button"
          className={styles['chip']}
          aria-pressed={view.tags.includes(tag)}
          onClick={() => changeView({ tags: toggleTag(view.tags, tag) })}
        >
          {tag} <span className={styles['count']}>{count}</span>
        </button>
      ))}
    </fieldset>
  )
}

interface OwnRowProps {
  readonly templates: readonly Template[]
  readonly onOpen: (index: number) => void
}

const PICTURE_SIZES = '160px'

/** A row of items that the user has liked or opened lately. */
export function OwnRow({ templates, onOpen }: OwnRowProps) {
  const posterSources = usePosterSources()
  const text = useText()
  return (
    <section aria-label={text('gallery.own')}>
      <ul className={styles['ownRowRow']}>
        {templates.map((template, index) => (
          <li key={template.id}>
            <button type="button" className={styles['item']} onClick={() => onOpen(index)}>
              <img src={template.firstImageUrl} srcSet={posterSources(template)} sizes={PICTURE_SIZES} decoding="async" alt="" />
              <span className={styles['name']}>{template.templateName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
