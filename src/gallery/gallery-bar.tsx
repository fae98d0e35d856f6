import type { ReactElement } from 'react'
import { useEffect, useRef } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { Segmented } from '#src/design/segmented.tsx'
import { Icon } from '#src/design/icon.tsx'
import styles from './gallery-bar.module.css'
import type { GalleryKind } from './choose-items.ts'
import type { GalleryView } from './gallery-view.ts'
import { GALLERY_SHELVES } from './gallery-view.ts'

interface GalleryBarProps {
  readonly kind: GalleryKind
  readonly view: GalleryView
  readonly go: (change: Partial<GalleryView>) => void
  readonly replace: (change: Partial<GalleryView>) => void
}

/** Which shelf of a gallery, and the search in it. */
export function GalleryBar({ kind, view, go, replace }: GalleryBarProps): ReactElement {
  const text = useText()
  return (
    <div className={styles['bar']}>
      <div className={styles['shelves']}>
        <Segmented
          label={text('gallery.shelf')}
          isInline
          options={GALLERY_SHELVES.map((value) => ({ value, label: text(`gallery.shelf.${value}`) }))}
          value={view.shelf}
          onValue={(shelf) => go({ shelf })}
        />
      </div>
      <SearchField label={text(`gallery.search.${kind}`)} value={view.query} onValue={(query) => replace({ query })} />
    </div>
  )
}

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

const LONGEST_QUERY = 80

/** The search of a gallery; `/` leads here from anywhere on the screen, Escape empties it. */
function SearchField({ label, value, onValue }: SearchFieldProps): ReactElement {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
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

/** `/` pressed where nobody is writing and nothing lies over the screen. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
  return !(target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, dialog, [contenteditable]') !== null)
}
