import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PHONE_BELOW_PX, PHONE_DESIGN_WIDTH_PX, ROOT_FONT_MAX_PX } from '#shared/domain/shell-rules.ts'
import * as shell from '#shared/domain/shell-rules.ts'

it('the phone’s layout is the one of the specification', () => {
  expect(shell).toMatchObject({ PHONE_BELOW_PX: 1024, PHONE_DESIGN_WIDTH_PX: 393, ROOT_FONT_MAX_PX: 100, RESIZE_DEBOUNCE_MS: 100 })
})

it('the style sheets use these figures', () => {
  const readStyleSheet = (name: string) => readFileSync(new URL(`../../../src/design/styles/${name}`, import.meta.url), 'utf8')
  expect(readStyleSheet('base.css')).toContain(`min(10vw, ${ROOT_FONT_MAX_PX}px)`)
  expect(readStyleSheet('tokens.css')).toContain(`min(10vw, ${ROOT_FONT_MAX_PX}px) / ${PHONE_DESIGN_WIDTH_PX / 10}`)
})

/** The widths in style sheets that differ from the phone layout's width, in px: at each of them a part of a screen runs out of space. */
const OTHER_WIDTHS_PX = new Set(['340', '359.98', '360', '392', '459.98', '559.98', '560', '639.98', '699.98', '1199.98'])

it('every other width in a style sheet or a picture is that of the phone’s layout', () => {
  const src = new URL('../../../src/', import.meta.url)
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(css|tsx?)$/.test(name))
  const mediaQueries = files.flatMap((file) => {
    const words = readFileSync(new URL(file, src), 'utf8')
    return [...words.matchAll(/\((min|max)-width: ?([\d.]+)px\)/g)].map(([, side = '', px = '']) => ({ file, side, px }))
  })
  const phoneQueries = mediaQueries.filter(({ px }) => !OTHER_WIDTHS_PX.has(px))
  const widths: Readonly<Record<string, string>> = { min: `${PHONE_BELOW_PX}`, max: (PHONE_BELOW_PX - 0.02).toFixed(2) }
  expect(phoneQueries.filter(({ side, px }) => px !== widths[side])).toEqual([])
  expect(new Set(phoneQueries.map(({ side }) => side))).toEqual(new Set(['min', 'max']))
})

it('the loading overlay and its bar have their figures', () => {
  expect(shell).toMatchObject({
    OVERLAY_FADE_MS: 300,
    OVERLAY_CLEANUP_MS: 1000,
    BAR_MINIMUM: 0.1,
    BAR_MAXIMUM: 0.994,
    BAR_SPEED_MS: 300,
    BAR_TRICKLE_MS: 200,
    COVER_AFTER_MS: 200,
  })
})

it('scroll positions and the way back to the top have theirs', () => {
  expect(shell).toMatchObject({
    SCROLL_SAVE_AFTER_MS: 300,
    SCROLL_SAVE_EVERY_MS: 2000,
    SCROLL_RESTORE_AFTER_MS: 100,
    USER_SCROLL_SPEED: 0.5,
    BACK_TO_TOP_AFTER_PX: 300,
  })
})

it('dialogs are never more than two deep', () => {
  expect(shell.DIALOG_DEPTH_MAX).toBe(2)
})
