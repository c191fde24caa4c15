/**
 * The text of an official letter 공문 as 행정 효율과 협업 촉진에 관한 규정 시행규칙 §2 sets it out: items 1. 가. 1) 가) (1) (가) ① ㉮, each two columns (one
 * Hangul letter) further right than the one it belongs to; 붙임 after the text; `끝.` two columns after the last letter.
 */
export interface LetterLine {
  /** In letters of Hangul: how far right the line begins; behind 붙임, further right by that. */
  readonly indent: number
  readonly behind: string
  /** `가.`, or empty; what follows hangs under its own first letter. */
  readonly marker: string
  readonly text: string
}

export interface LetterParts {
  /** What stands above the table of owner and property, and below it; the table stands where {표} is, without one at the end. */
  readonly above: string
  readonly below: string
  /** From 붙임 on; empty without one. */
  readonly enclosures: string
}

/** Where the table of owner and property stands in a text, on a line of its own. */
export const tablePlace = '{표}'

export const endMark = '끝.'

/** Takes a text apart. `끝.` that somebody typed at its end is taken off: it is set by rule. */
export function letterParts(content: string): LetterParts {
  const lines = content.trimEnd().split(/\r\n|\r|\n/)
  const last = (lines.at(-1) ?? '').replace(/(?:^|(?<!\s)\s+)끝\.?$/u, '')
  const text = [...lines.slice(0, -1), last]
  const from = text.findIndex((line) => enclosure.test(line))
  const body = from < 0 ? text : text.slice(0, from)
  const table = body.findIndex((line) => line.trim() === tablePlace)
  return {
    above: joined(table < 0 ? body : body.slice(0, table)),
    below: table < 0 ? '' : joined(body.slice(table + 1).filter((line) => line.trim() !== tablePlace)),
    enclosures: from < 0 ? '' : joined(text.slice(from)),
  }
}

/** The lines of a text with where each begins. Numbered lines stand by their level whatever blanks were typed; others keep theirs, two blanks a letter. */
export function letterLines(text: string): LetterLine[] {
  const open: number[] = []
  let behind = ''
  return text.split(/\r\n|\r|\n/).map((line) => {
    const [head = '', afterHead = line] = enclosure.exec(line)?.slice(1) ?? []
    if (head !== '') {
      open.length = 0
      behind = `${head}  `
      return { indent: 0, behind: '', marker: behind, text: afterHead }
    }
    const [, blanks = /^\s*/.exec(line)?.[0] ?? '', marker = '', , after] = numbered.exec(line) ?? []
    const level = levelOf(marker)
    if (level < 0) {
      const isDash = marker !== ''
      return {
        indent: blanks.length / 2,
        behind: '',
        marker: isDash ? `${marker} ` : '',
        text: after ?? line.trimStart(),
      }
    }
    while (open.length > 0 && (open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    return { indent: open.length - 1, behind, marker: `${marker} `, text: after ?? '' }
  })
}

/** 0 for `1.`, 1 for `가.` … 7 for `㉮`; -1 for what is no item. */
export function levelOf(marker: string): number {
  return exactLevels.findIndex((level) => level.test(marker))
}

/** The marker of the `count`th item of a level, from 1: after 하 comes 거, after 허 고. Where there is no sign for it, the level above lends its own. */
export function itemMarker(level: number, count: number): string {
  const syllable = syllables[(count - 1) % syllables.length] ?? '가'
  const circled = count <= 20 ? String.fromCodePoint(0x245f + count) : `(${count})`
  const enclosed = count <= 14 ? String.fromCodePoint(0x326d + count) : `(${syllable})`
  const all = [
    `${count}.`,
    `${syllable}.`,
    `${count})`,
    `${syllable})`,
    `(${count})`,
    `(${syllable})`,
    circled,
    enclosed,
  ]
  return all[level] ?? ''
}

const syllables = Array.from('가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호')
const word = `[${syllables.join('')}]`
const number = '\\d{1,3}'
const levels = [
  ...[number, word].map((sign) => `${sign}\\.`),
  ...[number, word].map((sign) => `${sign}\\)`),
  ...[number, word].map((sign) => `\\(${sign}\\)`),
  '[①-⑳]',
  '[㉮-㉻]',
]
const exactLevels = levels.map((level) => new RegExp(`^${level}$`, 'u'))
const numbered = new RegExp(`^(\\s*)(${levels.join('|')}|[-–·•※])(\\s+)(\\S.*|)$`, 'u')

const enclosure = /^\s*(붙임)(?:\s*:)?(?:\s+(\S.*|))?$/u

function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .trimEnd()
    .replace(/^\s*\n/, '')
}
