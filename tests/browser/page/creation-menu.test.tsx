import { userEvent } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import type { Actions } from '#src/creations/actions.ts'
import { CreationMenu } from '#src/creations/history/creation-card.tsx'
import { SelectionBar } from '#src/creations/history/selection-bar.tsx'
import { text } from '#src/i18n/i18n.ts'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { creation } from '../../fixtures/page/builders.ts'
import { onPage, shown } from './on-page.ts'

const video = { ...creation('video', 1), videoUrl: '/media/v.mp4' }
const running: Creation = { ...creation('running', 2), status: 'PROCESSING', videoUrl: null }
const cancelled: Creation = { ...creation('cancelled', 3), status: 'CANCELLED', videoUrl: null }

setTexts()
afterEach(() => onPage(''))

async function offered(of: Creation): Promise<readonly (string | null)[]> {
  onPage('')
  shown(<CreationMenu creation={of} actions={{} as Actions} label="More" />)
  await userEvent.click(document.querySelector('button')!)
  return [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
}

test('a creation offers its possible actions: no file action without a video, and no deletion while it is made', async () => {
  const always = [text('history.sameSettings'), text('history.copyLink'), text('history.copyPrompt')]
  expect(await offered(running)).toEqual(always)
  expect(await offered(cancelled)).toEqual([...always, text('history.delete')])
  expect(await offered(video)).toEqual([
    text('history.sameSettings'),
    text('history.continue'),
    text('history.share'),
    text('history.copyLink'),
    text('history.copyPrompt'),
    text('history.delete'),
  ])
})

test('of several selected creations only those that are not being made are deleted', async () => {
  const deleted: (readonly string[])[] = []
  const actions = { deleteCreations: async (ids: readonly string[]) => deleted.push(ids) > 0 } as Partial<Actions> as Actions
  const bar = (selected: readonly Creation[]) => (
    <SelectionBar
      actions={actions}
      shownCount={3}
      selectionMode={{
        isOn: true,
        selected,
        isSelected: () => true,
        pick: () => undefined,
        pickAll: () => undefined,
        start: () => undefined,
        leave: () => undefined,
      }}
    />
  )
  const { draw } = shown(bar([running]))
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text('history.delete'))!
  expect(button.disabled).toBe(true)
  draw(bar([video, running, cancelled]))
  await userEvent.click(button)
  expect(deleted).toEqual([['video', 'cancelled']])
})
