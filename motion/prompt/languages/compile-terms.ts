import type { LanguageTerms, TermKey, TermKind } from './language-terms.ts'

/** A term as a sticky pattern over folded text, compiled on first use, because most terms are never used. */
export interface CompiledTerm {
  readonly kind: TermKind
  readonly pattern: () => RegExp
}

/** The terms of a language by their first letters. */
export interface CompiledTerms {
  readonly firstLetters: number
  readonly byFirstLetters: ReadonlyMap<string, readonly CompiledTerm[]>
  /** Matches the prefixes at a word's start, if the language has any. */
  readonly prefixes: RegExp | null
}

const FIRST_LETTERS = { spaced: 2, unspaced: 1 }

/** Compiles a table of terms. Terms are grouped by their first letters, so that a word is tested against few patterns. */
export function compileTerms(language: LanguageTerms): CompiledTerms {
  const { words, terms, isSpaced, prefixes } = language
  const firstLetters = isSpaced ? FIRST_LETTERS.spaced : FIRST_LETTERS.unspaced
  const byFirstLetters = new Map<string, CompiledTerm[]>()
  const add = (kind: TermKind, spelledTerm: string) => {
    let cachedPattern: RegExp | null = null
    const compiled = { kind, pattern: () => (cachedPattern ??= patternOf(foldTerm(spelledTerm), language)) }
    for (const start of new Set(firstLettersOf(spelledTerm, firstLetters)))
      byFirstLetters.set(start, [...(byFirstLetters.get(start) ?? []), compiled])
  }
  const { nothing, ...otherTerms } = terms
  for (const [key, termList] of Object.entries({ nothing, ...otherTerms }) as [TermKey, string][]) {
    for (const term of termList.split(/, */).filter(Boolean)) {
      const spelledTerm = term.replaceAll('$camera', `(${words.camera})`)
      for (const [kind, direction] of kindsOf(key))
        add(kind, direction === null ? spelledTerm : spelledTerm.replace(/\$(?:side|height)/, `(${words[direction]})`))
    }
  }
  return { firstLetters, byFirstLetters, prefixes: prefixes === undefined ? null : new RegExp(foldTerm(prefixes), 'y') }
}

type Direction = keyof Omit<LanguageTerms['words'], 'camera'>

const DIRECTIONS: Readonly<Partial<Record<TermKey, readonly (readonly [TermKind, Direction])[]>>> = {
  'pan-side': [
    ['pan-left', 'left'],
    ['pan-right', 'right'],
  ],
  'truck-side': [
    ['truck-left', 'left'],
    ['truck-right', 'right'],
  ],
  'orbit-side': [
    ['orbit-left', 'left'],
    ['orbit-right', 'right'],
  ],
  'tilt-height': [
    ['tilt-up', 'up'],
    ['tilt-down', 'down'],
  ],
  'crane-height': [
    ['rise', 'up'],
    ['sink', 'down'],
  ],
}

/** The kinds of a key: one per direction, each with its direction; the key itself if it has no direction. */
function kindsOf(key: TermKey): readonly (readonly [TermKind, Direction | null])[] {
  return DIRECTIONS[key] ?? [[key as TermKind, null]]
}

const GAP = { spaced: '(?:\\s+[^\\s.,;:!?]+){0,4}?\\s+', unspaced: '[^\\s.,;:!?。、]{0,12}?' }
/**
 * Letters and marks of the supported scripts in folded text. Unicode classes would be exact, but each pattern would need milliseconds to
 * compile.
 */
const LETTER =
  '[a-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u02af\\u0370-\\u03ff\\u0400-\\u0481\\u0483-\\u052f\\u05d0-\\u05ea\\u0610-\\u061a\\u0620-\\u065f\\u066e-\\u06d3\\u06d5-\\u06dc' +
  '\\u06df-\\u06e8\\u06ea-\\u06ef\\u06fa-\\u06ff\\u0900-\\u0963\\u0971-\\u09e3\\u09f0\\u09f1\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3]'

function patternOf(term: string, { isSpaced, prefixes }: LanguageTerms): RegExp {
  const source = term
    .replaceAll('*', `${LETTER}*`)
    .replaceAll(/[äöü]/g, (umlaut) => `${foldText(umlaut).text}e?`)
    .replaceAll(/ ?_ ?/g, isSpaced ? `${GAP.spaced}${optionalGroup(prefixes)}` : GAP.unspaced)
    .replaceAll(' ', `\\s+${optionalGroup(prefixes)}`)
  return new RegExp(isSpaced ? `(?:${source})(?!${LETTER})` : source, 'y')
}

function optionalGroup(prefixes: string | undefined): string {
  return prefixes === undefined ? '' : `(?:${prefixes})?`
}

/** Folds the text of a table, except umlauts, which have two spellings. */
function foldTerm(term: string): string {
  return term.replaceAll(/[^äöü]+/g, (part) => foldText(part).text)
}

/** The first letters of a term. A term that starts with a group gives the first letters of each alternative. */
function firstLettersOf(term: string, letters: number): string[] {
  if (!term.startsWith('(')) return [foldText(term.slice(0, letters)).text.slice(0, letters)]
  const { alternatives, rest } = splitGroup(term)
  return alternatives.flatMap((alternative) => firstLettersOf(alternative + rest, letters))
}

/** The alternatives of a group at the start of a term, and the rest. */
function splitGroup(term: string): { readonly alternatives: string[]; readonly rest: string } {
  const alternatives = ['']
  let depth = 0
  let at = 0
  for (; at < term.length; at++) {
    const character = term[at] ?? ''
    if (character === ')') depth--
    if (depth === 0 && at > 0) break
    if (character === '|' && depth === 1) alternatives.push('')
    else if (at > 0) alternatives.push((alternatives.pop() ?? '') + character)
    if (character === '(') depth++
  }
  return { alternatives, rest: term.slice(at + 1) }
}

/** A text in which spellings of the same word are equal. */
interface FoldedText {
  readonly text: string
  /** For each UTF-16 unit of `text`, the index of its character in the source; one more for the end. */
  readonly origins: readonly number[]
}

/** Accents, Arabic vowel signs and the long stroke between letters, the dot below Indic letters, joiners and marks of direction. */
const OMITTED_MARKS =
  /[\u0300-\u036F\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u093C\u09BC\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Apostrophes, letters of Arabic and Urdu keyboards, nasal signs. Each pair is a spelling and its folded form. */
const SAME_LETTERS = "’' ىي یي کك ہه ھه ةه ۃه ٱا ँं ঁং"
/** Pairs of a traditional Chinese or Japanese character and the simplified one of the terms. */
const SIMPLIFIED_PAIRS =
  '鏡镜 頭头 攝摄 機机 進进 遠远 轉转 繞绕 環环 緩缓 動动 靜静 飄飘 霧雾 顆颗 無无 沒没 別别 變变 換换 現现 說说 話话 ' +
  '聲声 樂乐 標标 題题 邊边 從从 後后 雙双 電电 膠胶 懷怀 舊旧 復复 複复 黃黄 藍蓝 調调 風风 搖摇 擺摆 劇剧 熱热 氣气 ' +
  '紋纹 強强 輕轻 飛飞 揚扬 紙纸 櫻樱 葉叶 灑洒 暈晕 畫画 讓让 雲云 開开 舉举 臉脸 會会 點点 極极 錄录 質质 閃闪 爍烁 ' +
  '煙烟 縮缩 寫写 時时 間间 陽阳 張张 車车 這这 個个 來来 為为 請请 過过 衝冲 顏颜 離离 揮挥 騎骑 實实 帶带 昇升 駛驶 ' +
  '輝辉 暉晖 餘余 紛纷 減减 單单 賽赛 夢梦 靈灵 溫温 飽饱 紀纪 盪荡 蕩荡 漣涟 漸渐 穩稳 戲戏 側侧 頂顶 視视 擁拥 親亲 ' +
  '講讲 語语 談谈 誦诵 頻频 鳴鸣 噴喷 臨临 刪删 體体 絕绝 銀银 條条 殘残 燼烬 濺溅 顫颤 軌轨 區区 橫横 掃扫 傾倾 圍围 ' +
  '態态 運运 濃浓 騰腾 閉闭 禮礼 寬宽 貓猫 隨随 場场 節节 對对 連连 鳥鸟 馬马 幾几 僅仅 數数 縫缝 級级 傳传 館馆 獎奖 ' +
  '領领 傘伞 箏筝 鈴铃 囪囱 黒黑 囲围 転转 気气 発发 単单 変变 楽乐 対对 帯带 実实 焔焰 歩步 沈沉 軽轻 桜樱 増增 縁缘'

const SPELLINGS = new Map(
  `${SAME_LETTERS} ${SIMPLIFIED_PAIRS}`.split(' ').map((pair) => {
    const [from = '', to = ''] = pair
    return [from, to]
  }),
)
const ASCII_END = 0x80

function foldCharacter(character: string): string {
  if (character === 'ß') return 'ss'
  const baseLetters = character.toLowerCase().normalize('NFKD').replace(OMITTED_MARKS, '')
  return SPELLINGS.get(baseLetters) ?? baseLetters
}

/**
 * Folds case, accents, width and composition (NFKD), letters that differ between keyboards, and traditional Chinese characters of the
 * terms. Rule: docs/motion.md, "Motion".
 */
export function foldText(source: string): FoldedText {
  let text = ''
  const origins: number[] = []
  let at = 0
  for (const character of source) {
    const folded = character.charCodeAt(0) < ASCII_END ? character.toLowerCase() : foldCharacter(character)
    for (let unit = 0; unit < folded.length; unit++) origins.push(at)
    text += folded
    at += character.length
  }
  origins.push(at)
  return { text, origins }
}
