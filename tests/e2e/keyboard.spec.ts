import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { FileChooser } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expectLoggedIn, expectLoggedOut, PASSWORD, signInForm, userMenu } from './support/account-screens.ts'
import { logInAs } from './support/log-in-as.ts'
import { keyboardPerson } from './support/keyboard-person.ts'
import { RENDER_WAIT_MS, studio } from './support/studio.ts'

const ANN = 'ann@example.org'

let server: SharedServer

test.beforeEach(async ({ server: sharedServer, browser }) => {
  server = sharedServer
  const otherContext = await browser.newContext()
  await logInAs(otherContext, server, ANN)
  await otherContext.close()
})

test(
  'by keyboard alone the user logs in, makes a video, watches it, deletes it, undoes that, deletes it again and logs out',
  { tag: '@long' },
  async ({ page }) => {
    const { press, tabTo, type } = keyboardPerson(page)
    const { prompt, generateButton } = studio(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const dialog = page.getByRole('dialog')
    // The test listens for the file chooser from here on, because a listener added just before the press may miss it.
    const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve))
    const confirmButton = page.getByRole('dialog', { name: 'Delete this video?' }).getByRole('button', { name: 'Delete', exact: true })

    await page.goto(server.origin)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await tabTo(page.getByRole('banner').getByRole('button', { name: 'Log in' }))
    await press('Enter')
    await tabTo(signInForm(page).email)
    await type(ANN)
    await tabTo(signInForm(page).password)
    await type(PASSWORD)
    await press('Enter')
    await expectLoggedIn(page)
    await expect(page).toHaveURL(/\/home$/)
    // Waits for the home screen: when this screen appears, it receives the focus, and the menus of the header close.
    await expect(page.getByRole('heading', { level: 1, name: 'What do you want to animate?' })).toBeVisible()

    await tabTo(page.getByRole('banner').getByRole('button', { name: 'Create', exact: true }), 'Shift+Tab')
    await press('Enter')
    await tabTo(page.getByRole('banner').getByRole('link', { name: 'Image to video' }))
    await press('Enter')
    await expect(page.getByRole('region', { name: 'New video' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none')
    await tabTo(button('Choose a photo'))
    await press('Enter')
    await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await makePhoto({ width: 900, height: 600 }) })
    await expect(button('Crop')).toBeVisible()
    await tabTo(prompt)
    await type('Pan left')
    await expect(generateButton).toBeEnabled()
    await tabTo(generateButton)
    await press('Enter')

    const card = page.getByRole('article', { name: 'Video: Pan left' })
    await expect(card).toBeVisible({ timeout: RENDER_WAIT_MS })
    await tabTo(card.getByRole('button', { name: /^Play/ }))
    await press('Enter')
    await expect(dialog).toBeVisible()
    await press(' ')
    await press('Delete')
    await tabTo(confirmButton)
    await press('Enter')
    await expect(card).toHaveCount(0)
    // The toast is inside the viewer until the viewer has closed. Then it moves to the page and loses the focus.
    await expect(dialog).toHaveCount(0)
    await expect(button('Undo')).toBeVisible()
    // Alt+t moves the focus to the list of toasts. Only the toasts show a focus mark, the list shows none, so this press is made without
    // the check of the mark.
    await page.keyboard.press('Alt+t')
    await tabTo(button('Undo'))
    await press('Enter')
    await tabTo(button(/^More actions/))
    await press('Enter')
    await press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await press('Enter')
    await tabTo(confirmButton)
    await press('Enter')
    await expect(card).toHaveCount(0)

    await tabTo(userMenu(page), 'Shift+Tab')
    await press('Enter')
    await tabTo(button('Log out'))
    await press('Enter')
    await expectLoggedOut(page)
  },
)
