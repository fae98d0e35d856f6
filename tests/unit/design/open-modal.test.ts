import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CloseForDialog, closeModal, openModal } from '#src/design/open-modal.ts'

class FakeDialog extends EventTarget {
  open = false
  isModal = false
  readonly inside: readonly FakeDialog[]
  constructor(inside: readonly FakeDialog[] = []) {
    super()
    this.inside = inside
  }
  /** As in a browser, a dialog that is open without `showModal` cannot become modal. */
  showModal(): void {
    if (this.open && !this.isModal) throw new DOMException('It is open already.', 'InvalidStateError')
    this.open = true
    this.isModal = true
  }
  close(): void {
    this.open = false
    this.isModal = false
  }
  toggleAttribute(): void {}
  removeAttribute(name: string): void {
    if (name === 'open') this.close()
  }
  contains(other: unknown): boolean {
    return other === this || this.inside.includes(other as FakeDialog)
  }
}

const opened: FakeDialog[] = []

beforeAll(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { activeElement: null }))
})

beforeEach(() => {
  for (const dialog of opened.splice(0)) closeModal(dialog as unknown as HTMLDialogElement)
})

function open(closeForDialog: CloseForDialog, inside: readonly FakeDialog[] = [], dialog = new FakeDialog(inside)): FakeDialog {
  opened.push(dialog)
  openModal(dialog as unknown as HTMLDialogElement, closeForDialog)
  return dialog
}

test('two dialogs are stacked; for a third the one below it closes', () => {
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  open(first)
  open(second)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  open(third)
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
})

test('an open one in the server’s page becomes modal', () => {
  const dialog = new FakeDialog()
  dialog.open = true
  expect(open(null, [], dialog).isModal).toBe(true)
})

test('one that may not be closed, or that contains the new one, stays', () => {
  const [first, holder] = [vi.fn(), vi.fn()]
  const inner = new FakeDialog()
  open(first)
  open(holder, [inner])
  open(null, [], inner)
  expect([first, holder].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

test('a closed dialog does not count any more', () => {
  const first = vi.fn()
  open(first)
  closeModal(open(null) as unknown as HTMLDialogElement)
  open(null)
  expect(first).not.toHaveBeenCalled()
})

test('a close event that arrives when the dialog is open again is ignored', () => {
  const onClose = vi.fn<() => void>()
  const dialog = new FakeDialog()
  const notify = () => dialog.dispatchEvent(new Event('close'))
  open(null, [], dialog)
  dialog.addEventListener('close', onClose)
  closeModal(dialog as unknown as HTMLDialogElement)
  open(null, [], dialog)
  notify()
  expect(onClose).not.toHaveBeenCalled()
  dialog.close()
  notify()
  expect(onClose).toHaveBeenCalledTimes(1)
})
