import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Gives a place the focus that something in it lost by leaving the page, so that the keyboard goes on from there. */
export function useFocusFallback(place: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // A dialog gives the focus back to what opened it, and that may be gone by then.
      if (!(target instanceof Element) || target.closest('dialog') !== null) return
      last.current = place.current?.contains(target) === true ? target : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [place])
  useLayoutEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body
    if (isLost) place.current?.focus({ preventScroll: true })
  })
}

/** After each refusal the first field that is wrong has the focus, and a wrong code is selected with it. */
export function useFocusProblem(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    if (field !== null && field !== document.activeElement) field?.focus()
    else if (field?.inputMode === 'numeric') field.select()
  }, [form, refusals])
}
