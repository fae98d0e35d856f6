import type { RefObject } from 'react'
import { useEffect } from 'react'

/** After each refusal the first field that is wrong has the focus, and a wrong code is selected with it. */
export function useFocusProblem(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    if (field !== null && field !== document.activeElement) field?.focus()
    else if (field?.inputMode === 'numeric') field.select()
  }, [form, refusals])
}
