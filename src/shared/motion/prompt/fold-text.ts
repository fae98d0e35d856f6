/** A text in which spellings of the same word are equal. */
export interface FoldedText {
  readonly text: string
  /** For each UTF-16 unit of `text`, the index of its character in the source; one more for the end. */
  readonly origins: readonly number[]
}

/** Accents, Arabic vowel signs and the long stroke between letters, the dot below Indic letters, joiners and marks of direction. */
const OMITTED =
  /[\u0300-\u036F\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u093C\u09BC\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Apostrophes, letters of Arabic and Urdu keyboards, nasal signs: each pair is a spelling and the one it is read as. */
const ALIKE = "’' ىي یي کك ہه ھه ةه ۃه ٱا ँं ঁং"
/** Traditional Chinese and Japanese forms before the simplified one that the terms are compared in. */
const SIMPLIFIED =
  '鏡镜 頭头 攝摄 機机 進进 遠远 轉转 繞绕 環环 緩缓 動动 靜静 飄飘 霧雾 顆颗 無无 沒没 別别 變变 換换 現现 說说 話话 ' +
  '聲声 樂乐 標标 題题 邊边 從从 後后 雙双 電电 膠胶 懷怀 舊旧 復复 複复 黃黄 藍蓝 調调 風风 搖摇 擺摆 劇剧 熱热 氣气 ' +
  '紋纹 強强 輕轻 飛飞 揚扬 紙纸 櫻樱 葉叶 灑洒 暈晕 畫画 讓让 雲云 開开 舉举 臉脸 會会 點点 極极 錄录 質质 閃闪 爍烁 ' +
  '煙烟 縮缩 寫写 時时 間间 陽阳 張张 車车 這这 個个 來来 為为 請请 過过 衝冲 顏颜 離离 揮挥 騎骑 實实 帶带 昇升 駛驶 ' +
  '輝辉 暉晖 餘余 紛纷 減减 單单 賽赛 夢梦 靈灵 溫温 飽饱 紀纪 盪荡 蕩荡 漣涟 漸渐 穩稳 戲戏 側侧 頂顶 視视 擁拥 親亲 ' +
  '講讲 語语 談谈 誦诵 頻频 鳴鸣 噴喷 臨临 刪删 體体 絕绝 銀银 條条 殘残 燼烬 濺溅 顫颤 軌轨 區区 橫横 掃扫 傾倾 圍围 ' +
  '態态 運运 濃浓 騰腾 閉闭 禮礼 寬宽 貓猫 隨随 場场 節节 對对 連连 鳥鸟 馬马 幾几 僅仅 數数 縫缝 級级 傳传 館馆 獎奖 ' +
  '領领 傘伞 箏筝 鈴铃 囪囱 黒黑 囲围 転转 気气 発发 単单 変变 楽乐 対对 帯带 実实 焔焰 歩步 沈沉 軽轻 桜樱 増增 縁缘'

const SPELLINGS = new Map(
  `${ALIKE} ${SIMPLIFIED}`.split(' ').map((pair) => {
    const [from = '', to = ''] = pair
    return [from, to]
  }),
)
const ASCII_END = 0x80

function foldCharacter(character: string): string {
  if (character === 'ß') return 'ss'
  const plain = character.toLowerCase().normalize('NFKD').replace(OMITTED, '')
  return SPELLINGS.get(plain) ?? plain
}

/**
 * Folds case, accents, width and composition (NFKD), letters that keyboards spell differently, and traditional Chinese characters of the
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
