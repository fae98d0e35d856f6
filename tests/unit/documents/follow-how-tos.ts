import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const READMES = ['src', 'shared', 'motion', 'workers', 'server', 'tests'].map((realm) => `${realm}/README.md`)

const CODE_BLOCK = /^```(?:tsx?|js|jsonc|md)\n([^]*?)\n```$/gm
const TITLE_LINE =
  /^(?:\/\/|<!--) (?:(?<isIn>in) )?(?<file>(?:src|workers|server|shared|motion|tests|scripts|docs|public)\/[\w./-]+\.\w+)(?:, (?<how>after|instead of) `(?<line>.+)`|, from (?<from>[\w./-]+)|, (?<isUnfinished>unfinished))?(?: -->)?$/

/** One change that a how-to makes to one file of the project. */
export interface Piece {
  readonly readme: string
  readonly file: string
  /** Whether the file exists already. Then the piece changes a line of the file, or adds keys to a JSON file. */
  readonly isIn: boolean
  readonly how: 'after' | 'instead of' | undefined
  readonly line: string | undefined
  /** The JSON file whose keys the new file also gets. */
  readonly from: string | undefined
  /** Whether no other code uses the new file yet. */
  readonly isUnfinished: boolean
  readonly code: string
}

export const pieces: readonly Piece[] = READMES.flatMap((readme) =>
  [...readFileSync(readme, 'utf8').matchAll(CODE_BLOCK)].flatMap(([, block = '']) => readBlock(readme, block)),
)

/** Applies the pieces to the copy of the project in `folder`. */
export function applyPieces(steps: readonly Piece[], folder: string): void {
  for (const piece of steps) {
    const targetFile = path.join(folder, piece.file)
    mkdirSync(path.dirname(targetFile), { recursive: true })
    writeFileSync(targetFile, textOf(piece, folder))
  }
}

/** Splits a code block into pieces. Each title line, such as `// in src/app.ts, after …`, starts the next piece. */
function readBlock(readme: string, block: string): readonly Piece[] {
  const blockPieces: Piece[] = []
  for (const line of block.split('\n')) {
    const title = TITLE_LINE.exec(line)?.groups
    const lastPiece = blockPieces.at(-1)
    if (title !== undefined) blockPieces.push(toPiece(readme, line, title))
    else if (lastPiece === undefined) throw new Error(`${readme}: "${line}" does not say which file it stands for.`)
    else blockPieces.splice(-1, 1, { ...lastPiece, code: `${lastPiece.code}${line}\n` })
  }
  return blockPieces
}

function toPiece(readme: string, title: string, { isIn, file = '', how, line, from, isUnfinished }: Record<string, string>): Piece {
  const needsLocation = isIn !== undefined && !file.endsWith('.json')
  if (needsLocation !== (line !== undefined)) throw new Error(`${readme}: "${title}" lacks half of a place.`)
  return {
    readme,
    file,
    isIn: isIn !== undefined,
    how: how as Piece['how'],
    line,
    from,
    isUnfinished: isUnfinished !== undefined,
    code: '',
  }
}

function textOf(piece: Piece, folder: string): string {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const { file, isIn, from, line, code } = piece
  if (file.endsWith('.json')) return withKeys(isIn ? read(file) : from === undefined ? '{}' : read(from), code)
  return line === undefined ? code : atLine(read(file), { ...piece, line })
}

function withKeys(currentJson: string, addedJson: string): string {
  const texts = Object.entries({ ...(JSON.parse(currentJson) as object), ...(JSON.parse(addedJson) as object) })
  return `${JSON.stringify(Object.fromEntries(texts.toSorted(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`
}

function atLine(currentText: string, { readme, file, how, line, code }: Piece & { readonly line: string }): string {
  const lines = currentText.split('\n')
  const matches = lines.flatMap((fileLine, index) => (fileLine.trim() === line ? [index] : []))
  const [lineIndex] = matches
  if (lineIndex === undefined || matches.length > 1) throw new Error(`${readme}: ${file} has ${matches.length} lines "${line}", not one.`)
  return lines.toSpliced(how === 'after' ? lineIndex + 1 : lineIndex, how === 'after' ? 0 : 1, code.replace(/\n$/, '')).join('\n')
}
