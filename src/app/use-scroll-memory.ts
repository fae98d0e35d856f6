import { useEffect } from 'react'
import { useLocation } from 'wouter'

const KEY_PREFIX = 'kinora.scroll:'
const SAVE_AFTER_SCROLL_MS = 300
const RESTORE_AFTER_MS = 100

/** Remembers how far each address was scrolled; going back returns there, going on starts at the top. */
export function useScrollMemory(): void {
  const [path] = useLocation()
  useEffect(() => {
    const key = KEY_PREFIX + path
    let saving: ReturnType<typeof setTimeout> | undefined
    const restoring = setTimeout(
      () => scrollTo({ top: wasPopped ? Number(sessionStorage.getItem(key) ?? 0) : 0 }),
      wasPopped ? RESTORE_AFTER_MS : 0,
    )
    const save = () => {
      clearTimeout(saving)
      saving = setTimeout(() => sessionStorage.setItem(key, String(Math.round(scrollY))), SAVE_AFTER_SCROLL_MS)
    }
    addEventListener('scroll', save, { passive: true })
    return () => {
      wasPopped = false
      clearTimeout(saving)
      clearTimeout(restoring)
      removeEventListener('scroll', save)
    }
  }, [path])
}

let wasPopped = true
history.scrollRestoration = 'manual'
addEventListener('popstate', () => {
  wasPopped = true
})
