import type { Context } from '#server/context.ts'
import type { StaticFile, StaticFiles } from '#server/platform/static/static-files.ts'
import { type FirstView, createPreloads, createFirstViews } from '#server/platform/static/first-views.ts'
import { type Preload, headHtml, headOf } from './page-head.ts'
import { headTexts } from '#server/platform/static/head-texts.ts'
import { createShellPages } from '#server/platform/static/shell-pages.ts'
import { matchRoute, splitLocale } from '#shared/domain/screens.ts'
import { findSubject } from './find-subject.ts'
import { createFirstPicture } from './first-picture.ts'
import { plainView } from './plain-view.ts'
import { structuredData } from './structured-data.ts'
import { escaped } from '#server/platform/http/escaped.ts'

/** Placeholders of the build for the first picture, and for a gallery's first tiles. */
const PLACE = /\/%(picture|srcset)%|\/?%(src|srcset|width|height)-(\d)%/g

export interface PageVisitor {
  /** A returning visitor, whose stored data may change the first view. */
  readonly isKnown: boolean
  /** The device asks to save data. */
  readonly savesData: boolean
}

/** The page of an address: the shell with its head and, for a first visit, the prerendered screen. */
export type PageOf = (path: string, visitor: PageVisitor) => Promise<{ readonly status: 200 | 404; readonly file: StaticFile }>

interface PagesOptions extends Pick<Context, 'gallery' | 'articles' | 'nowMs' | 'config'> {
  readonly files: StaticFiles
  /** The public origin. */
  readonly origin: string
}

/** The pages of a build; undefined without a build. Without its texts the shell stays unchanged. Rule: docs/platform.md, "Heads". */
export function openPages({ files, origin, gallery, articles, nowMs, config: { operator } }: PagesOptions): PageOf | undefined {
  const { shell } = files
  if (shell === undefined) return undefined
  const text = headTexts(files)
  if (text === undefined) return async (path) => ({ status: matchRoute(path) === undefined ? 404 : 200, file: shell })
  const pageOf = createShellPages(shell)
  const [earlyOf, viewOf] = [createPreloads(files), createFirstViews(files)]
  const pictureOf = createFirstPicture({ gallery, articles, nowMs })
  return async (path, { isKnown, savesData }) => {
    const subject = await findSubject({ gallery, articles }, path)
    const head = headOf(subject, text)
    const picture = await pictureOf(subject, head.canonical, savesData)
    const route = matchRoute(path)
    const isPlain = !isKnown && subject.kind !== 'nothing' && splitLocale(path).prefix === ''
    const isTag = subject.kind === 'tag'
    const view = isPlain ? viewWithPicture(viewOf(route, isTag), picture) : undefined
    const early = earlyOf(route, isTag).filter((file) => view?.styles.includes(file) !== true)
    const plain = view?.isWhole !== true ? plainView({ gallery, articles, operator }, subject, head, text) : ''
    const html = headHtml(head, origin, { picture, files: early }, structuredData(subject, head, origin))
    return { status: subject.kind === 'nothing' ? 404 : 200, file: pageOf(html, view, plain) }
  }
}

/** A prerendered screen with its pictures; nothing where a picture is missing, because the page would begin with a gap. */
export function viewWithPicture(view: FirstView | undefined, picture: Preload | undefined): FirstView | undefined {
  if (view === undefined) return undefined
  let isWhole = true
  const html = view.html.replace(PLACE, (_, name: 'picture' | 'srcset', fact: 'src' | 'srcset' | 'width' | 'height', at: string) => {
    const own = name === 'picture' ? picture?.src : picture?.sources?.srcset
    const found = name === undefined ? picture?.tiles?.[Number(at)]?.[fact] : own
    isWhole &&= found !== undefined
    return escaped(String(found ?? ''))
  })
  return isWhole ? { ...view, html } : undefined
}
