import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { GiveWay } from '#src/ui/open-modal.ts'
import { closeModal, openModal } from '#src/ui/open-modal.ts'

class FakeDialog extends EventTarget {
  open = false
  readonly inside: readonly FakeDialog[]
  constructor(inside: readonly FakeDialog[] = []) {
    super()
    this.inside = inside
  }
  showModal(): void {
    this.open = true
  }
  close(): void {
    this.open = false
  }
  toggleAttribute(): void {}
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

function open(giveWay: GiveWay, inside: readonly FakeDialog[] = [], dialog = new FakeDialog(inside)): FakeDialog {
  opened.push(dialog)
  openModal(dialog as unknown as HTMLDialogElement, giveWay)
  return dialog
}

test('two dialogs lie over each other; for a third the one below it gives way', () => {
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  open(first)
  open(second)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  open(third)
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
})

test('one that may not be closed, or that holds the new one, stays', () => {
  const [first, holder] = [vi.fn(), vi.fn()]
  const inner = new FakeDialog()
  open(first)
  open(holder, [inner])
  open(null, [], inner)
  expect([first, holder].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

test('a dialog that was closed counts no more', () => {
  const first = vi.fn()
  open(first)
  closeModal(open(null) as unknown as HTMLDialogElement)
  open(null)
  expect(first).not.toHaveBeenCalled()
})

test('a close that is told of when the dialog is open again is none', () => {
  const heard = vi.fn<() => void>()
  const dialog = new FakeDialog()
  const tell = () => dialog.dispatchEvent(new Event('close'))
  open(null, [], dialog)
  dialog.addEventListener('close', heard)
  closeModal(dialog as unknown as HTMLDialogElement)
  open(null, [], dialog)
  tell()
  expect(heard).not.toHaveBeenCalled()
  dialog.close()
  tell()
  expect(heard).toHaveBeenCalledTimes(1)
})
