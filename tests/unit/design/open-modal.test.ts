import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CloseForDialog, closeModal, openModal } from '#src/design/open-modal.ts'

class FakeDialog extends EventTarget {
  open = false
  isModal = false
  readonly innerDialogs: readonly FakeDialog[]
  constructor(innerDialogs: readonly FakeDialog[] = []) {
    super()
    this.innerDialogs = innerDialogs
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
    return other === this || this.innerDialogs.includes(other as FakeDialog)
  }
}

const openedDialogs: FakeDialog[] = []

beforeAll(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { activeElement: null }))
})

beforeEach(() => {
  for (const dialog of openedDialogs.splice(0)) closeModal(dialog as unknown as HTMLDialogElement)
})

function openFakeDialog(
  closeForDialog: CloseForDialog,
  innerDialogs: readonly FakeDialog[] = [],
  dialog = new FakeDialog(innerDialogs),
): FakeDialog {
  openedDialogs.push(dialog)
  openModal(dialog as unknown as HTMLDialogElement, closeForDialog)
  return dialog
}

test('two dialogs are stacked; for a third the one below it closes', () => {
  const [closeFirst, closeSecond, closeThird] = [vi.fn(), vi.fn(), vi.fn()]
  openFakeDialog(closeFirst)
  openFakeDialog(closeSecond)
  expect([closeFirst, closeSecond].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  openFakeDialog(closeThird)
  expect([closeFirst, closeSecond, closeThird].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
})

test('an open one in the server’s page becomes modal', () => {
  const dialog = new FakeDialog()
  dialog.open = true
  expect(openFakeDialog(null, [], dialog).isModal).toBe(true)
})

test('one that may not be closed, or that contains the new one, stays', () => {
  const [closeFirst, closeHolder] = [vi.fn(), vi.fn()]
  const innerDialog = new FakeDialog()
  openFakeDialog(closeFirst)
  openFakeDialog(closeHolder, [innerDialog])
  openFakeDialog(null, [], innerDialog)
  expect([closeFirst, closeHolder].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

test('a closed dialog does not count any more', () => {
  const closeFirst = vi.fn()
  openFakeDialog(closeFirst)
  closeModal(openFakeDialog(null) as unknown as HTMLDialogElement)
  openFakeDialog(null)
  expect(closeFirst).not.toHaveBeenCalled()
})

test('a close event that arrives when the dialog is open again is ignored', () => {
  const onClose = vi.fn<() => void>()
  const dialog = new FakeDialog()
  const notify = () => dialog.dispatchEvent(new Event('close'))
  openFakeDialog(null, [], dialog)
  dialog.addEventListener('close', onClose)
  closeModal(dialog as unknown as HTMLDialogElement)
  openFakeDialog(null, [], dialog)
  notify()
  expect(onClose).not.toHaveBeenCalled()
  dialog.close()
  notify()
  expect(onClose).toHaveBeenCalledTimes(1)
})
