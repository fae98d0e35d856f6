import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'

/** axe runs this rule only on request: a control's name for assistive technology contains its visible text. */
const NAME_RULE = 'label-content-name-mismatch'

/** The axe results of the current screen: all rules in the shown theme, and only the contrast rule in the other theme. */
export async function axeFaults(page: Page): Promise<string[]> {
  const html = page.locator('html')
  const shownTheme = (await html.getAttribute('data-theme')) ?? ''
  const faults = await faultsIn(page, shownTheme)
  // A screen that is always dark has no other theme.
  if ((await html.getAttribute('data-deep')) !== null) return faults
  await showTheme(page, shownTheme === 'dark' ? 'light' : 'dark')
  faults.push(...(await faultsIn(page, shownTheme === 'dark' ? 'light' : 'dark', ['color-contrast'])))
  await showTheme(page, shownTheme)
  return faults
}

async function faultsIn(page: Page, theme: string, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { [NAME_RULE]: { enabled: true } } })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  return violations.map(({ id, nodes }) => `${theme} ${id} ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Sets the theme and waits for the end of its colour transitions. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((newTheme) => document.documentElement.setAttribute('data-theme', newTheme), theme)
  await page.evaluate(() => {
    const finiteAnimations = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(finiteAnimations.map(({ finished }) => finished))
  })
}
