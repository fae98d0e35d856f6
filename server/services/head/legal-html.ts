import type { LegalBlock, LegalDocument } from '#shared/legal/legal-document.ts'
import { escaped } from './escaped.ts'
import { lineHtml } from './line-html.ts'

/** A legal text for who reads it without a script. */
export function legalHtml({ changedOn, short, sections }: LegalDocument): string {
  const parts = sections.map(
    ({ id, title, blocks }) => `<section id="${escaped(id)}"><h2>${escaped(title)}</h2>${blocks.map(blockHtml).join('')}</section>`,
  )
  return `<p><time datetime="${changedOn}">${changedOn}</time></p>${listHtml(short)}${parts.join('')}`
}

function blockHtml(block: LegalBlock): string {
  if (typeof block === 'string') return `<p>${lineHtml(block)}</p>`
  if ('points' in block) return listHtml(block.points)
  return `<dl>${block.rows.map(([name, fact]) => `<dt>${escaped(name)}</dt><dd>${lineHtml(fact)}</dd>`).join('')}</dl>`
}

function listHtml(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${lineHtml(line)}</li>`).join('')}</ul>`
}
