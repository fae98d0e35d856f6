// The main flows on a phone. Each begins on a screen of its own; only the presses of `run` are measured.

const CREATE = '/tools/image-to-video-generator'
const PROMPT = 'Slow push in, rain'

const named = (page, role, name) => page.getByRole(role, { name }).filter({ visible: true })
const dialog = (page) => page.locator('dialog[open]').last()

async function openAndClose({ page, tap, press }, opener) {
  await tap(opener)
  await dialog(page).waitFor()
  await press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

async function choosePicture({ page, tap }, photo) {
  const chooser = page.waitForEvent('filechooser')
  await tap(named(page, 'button', 'Choose a photo'))
  await (await chooser).setFiles(photo)
  await named(page, 'button', 'Crop').waitFor()
}

/** Chooses the photo, unless the form still has it from an earlier flow. */
async function havePicture(person, photo) {
  const crop = named(person.page, 'button', 'Crop')
  await crop
    .or(named(person.page, 'button', 'Choose a photo'))
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
          await tap(named(page, 'button', opener))
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
      path: CREATE,
      async run({ page, tap, type }) {
        await tap(page.getByRole('textbox', { name: 'Describe the motion' }))
        await type(PROMPT)
      },
    },
    {
      name: 'settings of a video',
      path: CREATE,
      async run({ page, tap }) {
        const form = page.getByRole('region', { name: 'New video' })
        for (const group of ['Length', 'Resolution', 'Number of videos']) {
          const labels = form.getByRole('group', { name: group }).locator('label')
          for (let at = (await labels.count()) - 1; at >= 0; at -= 1) await tap(labels.nth(at))
        }
      },
    },
    { name: 'choosing a picture', path: CREATE, run: (person) => choosePicture(person, photo) },
    {
      name: 'crop and view dialogs',
      path: CREATE,
      prepare: (person) => havePicture(person, photo),
      async run(person) {
        for (const name of ['Crop', 'View']) await openAndClose(person, named(person.page, 'button', name))
      },
    },
    {
      name: 'effect picker',
      path: '/tools/video-templates',
      run: (person) => openAndClose(person, named(person.page, 'button', 'Choose an effect')),
    },
    {
      name: 'viewer: open, step, close',
      path: '/explore',
      async run({ page, tap, press }) {
        await tap(named(page, 'button', /^Open /).or(named(page, 'link', /^Open /)))
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
        for (const at of [0, 1, 0, 1]) await tap(tags.nth(at))
        await tap(page.getByRole('searchbox'))
        await type('golden')
        await tap(named(page, 'button', 'Clear search'))
      },
    },
    {
      name: 'theme',
      path: '/ai/setting',
      async run({ page, tap }) {
        const modes = page.getByRole('group', { name: 'Theme' }).locator('label')
        for (const at of [2, 1, 2, 1]) await tap(modes.nth(at))
      },
    },
    {
      name: 'Generate, list of work',
      path: CREATE,
      prepare: (person) => havePicture(person, photo),
      async run(person) {
        const { page, tap } = person
        await tap(named(page, 'button', /^Generate/))
        const chip = named(page, 'button', /Show (it|them)$/)
        await chip.first().waitFor()
        await openAndClose(person, chip)
      },
    },
  ]
}
