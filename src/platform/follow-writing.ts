import { WRITING_RESTS_MS } from '#shared/domain/update-rules.ts'
import { guardLeaving, holdsChanged } from './leave-guard.ts'

/** Reports while someone types, and while a form has unsaved text, which a reload would lose. */
export function followWriting(): void {
  const written = new Set<HTMLInputElement | HTMLTextAreaElement>()
  let lastAtMs = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      lastAtMs = performance.now()
      if (target.form !== null && target.type !== 'search') written.add(target)
      rest()
    },
    true,
  )
  document.addEventListener('submit', ({ target }) => {
    for (const field of written) if (field.form === target) written.delete(field)
    holdsChanged()
  })

  function rest(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      holdsChanged()
      // A hidden form reports nothing.
      if (hasUnsavedText()) rest()
    }, WRITING_RESTS_MS + 1)
  }

  function hasUnsavedText(): boolean {
    for (const field of written) if (!field.isConnected || field.value === '') written.delete(field)
    return written.size > 0
  }

  guardLeaving({ holds: () => (performance.now() - lastAtMs < WRITING_RESTS_MS || hasUnsavedText() ? 'writing' : null) })
}
