import { useEffect } from 'react'

/** After each rejection of the form, focuses its first wrong field. If that is a code field with the focus, selects its text. */
export function useFocusProblem(form: React.RefObject<HTMLFormElement | null>, rejectionCount: number): void {
  useEffect(() => {
    if (rejectionCount === 0) return
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    if (field !== null && field !== document.activeElement) field?.focus()
    else if (field?.inputMode === 'numeric') field.select()
  }, [form, rejectionCount])
}
