import type { ReactElement } from 'react'
import { useEffect, useRef } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

const LONGEST_QUERY = 80

/** The search of a gallery; `/` leads here from anywhere on the screen, Escape empties it. */
export function SearchField({ label, value, onValue }: SearchFieldProps): ReactElement {
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
