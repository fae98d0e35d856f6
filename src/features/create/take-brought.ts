import type { FileTaker } from '#src/lib/create-intake.ts'
import type { Composer } from './composer.ts'
import { text } from '#src/lib/i18n.ts'
import { showToast } from '#src/ui/toast.ts'

/** A file dropped or pasted anywhere goes where a picture is missing, else to the first place. */
export function takeBrought({ desks }: Composer): FileTaker {
  return (file, brought) => {
    const desk = desks.find(({ state }) => state.picture.status === 'none') ?? desks[0]
    void desk.take(file)
    if (brought > 1) void showToast({ kind: 'info', title: text('create.firstOf', { count: brought }) })
  }
}
