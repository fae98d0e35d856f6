import type { ComponentLocale } from '#shared/domain/component-locales.ts'
import type { StaticFiles } from './static-files.ts'
import { DEFAULT_COMPONENT_LOCALE } from '#shared/domain/component-locales.ts'
import { textFile } from './text-file.ts'

const SHELL = '/index.html'
const START = '<html '

/** Sets the components' language in the build's shell, where it is not the default. */
export function withComponentLocale(files: StaticFiles, locale: ComponentLocale): StaticFiles {
  if (files.shell === undefined || locale === DEFAULT_COMPONENT_LOCALE) return files
  const html = new TextDecoder().decode(files.shell.bytes).replace(START, `${START}data-component-locale="${locale}" `)
  const shell = textFile('index.html', html)
  return { ...files, shell, find: (pathname) => (pathname === SHELL ? shell : files.find(pathname)) }
}
