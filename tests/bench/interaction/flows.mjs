// The main flows on a phone. Each begins on a screen of its own; only the presses of `run` are measured.

const CREATE_PATH = '/tools/image-to-video-generator'
const PROMPT = 'Slow push in, rain'

const findVisible = (page, role, name) => page.getByRole(role, { name }).filter({ visible: true })
const dialog = (page) => page.locator('dialog[open]').last()

async function openAndClose({ page, tap, press }, opener) {
  await tap(opener)
  await dialog(page).waitFor()
  await press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

async function choosePicture({ page, tap }, photo) {
  const chooser = page.waitForEvent('filechooser')
  await tap(findVisible(page, 'button', 'Choose a photo'))
  await (await chooser).setFiles(photo)
  await findVisible(page, 'button', 'Crop').waitFor()
}

/** Chooses the photo, unless the form still has it from an earlier flow. */
async function ensurePicture(person, photo) {
  const crop = findVisible(person.page, 'button', 'Crop')
  await crop
    .or(findVisible(person.page, 'button', 'Choose a photo'))
    .first()
    .waitFor()
  if (!(await crop.first().isVisible())) await choosePicture(person, photo)
}

/** All flows of one round. `photo` is the file that they choose. */
export function flowsWith(photo) {
  return [
    {
      name: 'points, menu',
      path: '/home',
      async run({ page, tap, press }) {
        for (const opener of [/points available/, /^Your account/]) {
          await tap(findVisible(page, 'button', opener))
          await press('Escape')
        }
      },
    },
    {
      name: 'between the main screens',
      path: '/home',
      async run({ page, tap }) {
        const bar = page.getByRole('navigation', { name: 'Bottom navigation' })
        for (const name of ['Create', 'Explore', 'Videos', 'Home', 'Explore', 'Create']) {
          await tap(bar.getByRole('link', { name, exact: true }))
          await bar.locator('[aria-current=page]', { hasText: name }).waitFor()
          await page.locator('main :is(h1, h2)').first().waitFor()
        }
      },
    },
    {
      name: 'typing the prompt',
      path: CREATE_PATH,
      async run({ page, tap, type }) {
        await tap(page.getByRole('textbox', { name: 'Describe the motion' }))
        await type(PROMPT)
      },
    },
    {
      name: 'settings of a video',
      path: CREATE_PATH,
      async run({ page, tap }) {
        const form = page.getByRole('region', { name: 'New video' })
        for (const group of ['Length', 'Resolution', 'Number of videos']) {
          const labels = form.getByRole('group', { name: group }).locator('label')
          for (let index = (await labels.count()) - 1; index >= 0; index -= 1) await tap(labels.nth(index))
        }
      },
    },
    { name: 'choosing a picture', path: CREATE_PATH, run: (person) => choosePicture(person, photo) },
    {
      name: 'crop and view dialogs',
      path: CREATE_PATH,
      prepare: (person) => ensurePicture(person, photo),
      async run(person) {
        for (const name of ['Crop', 'View']) await openAndClose(person, findVisible(person.page, 'button', name))
      },
    },
    {
      name: 'effect picker',
      path: '/tools/video-templates',
      run: (person) => openAndClose(person, findVisible(person.page, 'button', 'Choose an effect')),
    },
    {
      name: 'viewer: open, step, close',
      path: '/explore',
      async run({ page, tap, press }) {
        await tap(findVisible(page, 'button', /^Open /).or(findVisible(page, 'link', /^Open /)))
        await dialog(page).getByRole('button', { name: 'Next', exact: true }).waitFor()
        for (let steps = 0; steps < 4; steps += 1) await press('ArrowRight')
        await press('ArrowLeft')
        await tap(dialog(page).getByRole('button', { name: 'Close', exact: true }))
        await dialog(page).waitFor({ state: 'detached' })
      },
    },
    {
      name: 'gallery: tags, search',
      path: '/video-effects',
      async run({ page, tap, type }) {
        const tags = page.getByRole('group', { name: 'Tags' }).getByRole('button')
        for (const index of [0, 1, 0, 1]) await tap(tags.nth(index))
        await tap(page.getByRole('searchbox'))
        await type('golden')
        await tap(findVisible(page, 'button', 'Clear search'))
      },
    },
    {
      name: 'theme',
      path: '/ai/setting',
      async run({ page, tap }) {
        const modes = page.getByRole('group', { name: 'Theme' }).locator('label')
        for (const index of [2, 1, 2, 1]) await tap(modes.nth(index))
      },
    },
    {
      name: 'Generate, list of work',
      path: CREATE_PATH,
      prepare: (person) => ensurePicture(person, photo),
      async run(person) {
        const { page, tap } = person
        await tap(findVisible(page, 'button', /^Generate/))
        const workButton = findVisible(page, 'button', /Show (it|them)$/)
        await workButton.first().waitFor()
        await openAndClose(person, workButton)
      },
    },
  ]
}
