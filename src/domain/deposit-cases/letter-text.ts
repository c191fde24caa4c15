/**
 * The layout of an official letter 공문 by 행정 효율과 협업 촉진에 관한 규정 시행규칙 제2조: items 1. 가. 1) 가) (1) (가) ①
 * ㉮, each two columns (one Hangul letter) further right than its parent; 붙임 after the text; `끝.`
 * two columns after the last letter.
 */
interface LetterLine {
  /** Indent in Hangul letters; after 붙임, additional to its width. */
  readonly indent: number
  readonly behind: string
  /** `가.`, or empty; the text after it has a hanging indent. */
  readonly marker: string
  readonly text: string
}

interface LetterParts {
  /**
   * Text above and below the table of owner and property. The table is at {표}, or at the end
   * without one.
   */
  readonly above: string
  readonly below: string
  /** Fields listed in the table after the owner and the property, by name. */
  readonly columns: readonly string[]
  /** From 붙임 on; empty without one. */
  readonly enclosures: string
}

/** Placeholder line for the table of owner and property; `{표: 공탁번호, 공탁금액}` adds columns. */
export const tablePlaceholder = '{표}'

/** Names the further columns of a table line; null if the line is no table. */
export function parseTableLine(line: string): string[] | null {
  const names = tableLine.exec(line)
  if (!names) return null
  return [...new Set((names[1] ?? '').split(',').map((name) => name.trim()))].filter((name) => name !== '')
}

/** The table line that lists these fields, too. */
export function formatTableLine(columns: readonly string[]): string {
  return columns.length === 0 ? tablePlaceholder : `{표: ${columns.join(', ')}}`
}

const tableLine = /^\s*\{표(?:\s*:([^{}\n]*))?\}\s*$/u

export const endMark = '끝.'

/** Splits a text into parts. A typed `끝.` at the end is removed, because the layout adds it. */
export function splitLetter(content: string): LetterParts {
  const lines = content.trimEnd().split(/\r\n|\r|\n/)
  const last = (lines.at(-1) ?? '').replace(/(?:^|(?<!\s)\s+)끝\.?$/u, '')
  const text = [...lines.slice(0, -1), last]
  const from = text.findIndex((line) => enclosure.test(line))
  const body = from < 0 ? text : text.slice(0, from)
  const table = body.findIndex((line) => parseTableLine(line) !== null)
  return {
    above: joinLines(table < 0 ? body : body.slice(0, table)),
    below: table < 0 ? '' : joinLines(body.slice(table + 1).filter((line) => parseTableLine(line) === null)),
    columns: parseTableLine(body[table] ?? '') ?? [],
    enclosures: from < 0 ? '' : joinLines(text.slice(from)),
  }
}

/**
 * The lines of a text with their indents. Numbered lines are indented by level, regardless of typed
 * blanks; others keep theirs, two blanks per letter.
 */
export function splitLetterLines(text: string): LetterLine[] {
  const openLevels: number[] = []
  let behind = ''
  return text.split(/\r\n|\r|\n/).map((line) => {
    const [head = '', afterHead = line] = enclosure.exec(line)?.slice(1) ?? []
    if (head !== '') {
      openLevels.length = 0
      behind = `${head}  `
      return { indent: 0, behind: '', marker: behind, text: afterHead }
    }
    const [, blanks = /^\s*/.exec(line)?.[0] ?? '', marker = '', , after] = numbered.exec(line) ?? []
    const level = findLevel(marker)
    if (level < 0) {
      const isDash = marker !== ''
      return {
        indent: blanks.length / 2,
        behind: '',
        marker: isDash ? `${marker} ` : '',
        text: after ?? line.trimStart(),
      }
    }
    while (openLevels.length > 0 && (openLevels.at(-1) ?? 0) >= level) openLevels.pop()
    openLevels.push(level)
    return { indent: openLevels.length - 1, behind, marker: `${marker} `, text: after ?? '' }
  })
}

/** 0 for `1.`, 1 for `가.` … 7 for `㉮`; -1 if it is not an item marker. */
export function findLevel(marker: string): number {
  return exactLevels.findIndex((level) => level.test(marker))
}

/**
 * The marker of the `count`th item of a level, from 1: after 하 comes 거, after 허 고. Without a
 * circled sign, uses the parent level's form.
 */
export function formatMarker(level: number, count: number): string {
  const syllable = syllables[(count - 1) % syllables.length] ?? '가'
  const circledNumber = count <= 20 ? String.fromCodePoint(0x245f + count) : `(${count})`
  const enclosed = count <= 14 ? String.fromCodePoint(0x326d + count) : `(${syllable})`
  const all = [
    `${count}.`,
    `${syllable}.`,
    `${count})`,
    `${syllable})`,
    `(${count})`,
    `(${syllable})`,
    circledNumber,
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

function joinLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .trimEnd()
    .replace(/^\s*\n/, '')
}
