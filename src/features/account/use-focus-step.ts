import type { RefObject } from 'react'
import { useEffect } from 'react'

/** A form begins in its first empty field, wherever the focus was before. */
export function useFocusStep(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([aria-hidden])') ?? [])]
    const first = fields.find(({ value }) => value === '') ?? fields[0]
    first?.focus({ preventScroll: true })
  }, [form])
}
