import MarkdownIt, { type MarkdownIt as Reader, type StateBlock, type StateCore, type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { problem, type Problem } from '#contract/problem.ts'
import { datedLine } from '#domain/dates/office-date.ts'
import { cleanHtml } from './clean-html.ts'

type RenderedMarkdown =
  | {
      html: string
      /** The text without markup, for the reading time. */
      text: string
    }
  | { refused: Problem }

export interface PictureSize {
  width: number
  height: number
}

/**
 * Renders text written by staff as HTML. Raw HTML is shown as text, the output is sanitized to a
 * short allow-list, and pictures must be below `picturePath` on this server. `readSizes` returns
 * the pixel sizes of the given picture paths; an unknown picture is refused, as is excessive
 * nesting. The caller limits the length, which limits the time (measured: under half a second for
 * the worst 60,000 characters known).
 */
export async function renderMarkdown(
  source: string,
  options: { picturePath: string; readSizes: (paths: readonly string[]) => Promise<ReadonlyMap<string, PictureSize>> },
): Promise<RenderedMarkdown> {
  const tokens = readMarkdown(source)
  const parts = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  if (parts.some((token) => token.level >= deepestNesting - 1)) {
    return refusal('인용이나 목록이 너무 여러 겹입니다. 겹을 줄여 주세요.')
  }
  if (parts.length > maxParts) return refusal('본문의 표나 서식이 너무 많습니다. 글을 나누어 주세요.')
  const pictures = parts.filter((token) => token.type === 'image')
  const sizes = await options.readSizes([...new Set(pictures.map(getSource))])
  for (const picture of pictures) {
    const size = sizes.get(getSource(picture))
    if (size === undefined) return refusal('본문에는 여기에 올린 이미지만 넣을 수 있습니다.')
    picture.attrSet('width', String(size.width))
    picture.attrSet('height', String(size.height))
    picture.attrSet('loading', 'lazy')
  }
  for (const token of tokens) lowerHeading(token)
  return { html: cleanHtml(writeTokens(tokens), options.picturePath), text: collectText(tokens) }
}

/**
 * Pieces of text, marks and cells. A long post has some thousand; a table of 18,000 cells would
 * take seconds to write out.
 */
const maxParts = 30_000

function refusal(message: string): RenderedMarkdown {
  return { refused: problem('refused', { message, fields: { markdown: message } }) }
}

function getSource(picture: Token): string {
  return String(picture.attrGet('src') ?? '')
}

/** Lowers headings: the title of the post is the page's only first-level heading. */
function lowerHeading(token: Token): void {
  if (token.tag === 'h1') Object.assign(token, { tag: 'h2' })
}

/**
 * Parses a text written by staff. Accepts more than CommonMark, because readers of a post should
 * never see its marks: `##제목` without a space, `- [ ]`, `** 굵게 **` with spaces inside, and marks
 * that nothing closes.
 */
function readMarkdown(source: string): Token[] {
  const tokens = reader.parse(source, {})
  for (const token of tokens) breakBeforeDates(token.children ?? [])
  return tokens
}

function writeTokens(tokens: Token[]): string {
  return reader.renderer.render(tokens, reader.options, {})
}

/** Beyond it the parser omits text silently. Real texts are far below. */
const deepestNesting = 20

// cjkFriendly: by CommonMark alone `**공탁(供託)**은` is not bold, because a particle follows the
// bracket.
const reader = new MarkdownIt({ html: false, linkify: false, maxNesting: deepestNesting })
  .use(cjkFriendly)
  .use(protectDates)
  .use(readLooseHeadings)
  .use(readLooseMarks)
  // Indented paragraphs are ordinary text; code is written between fences.
  .disable('code')

// cleanHtml removes URLs that are not allowed. If refused here, the whole link would be shown as
// typed.
reader.validateLink = () => true

/**
 * By CommonMark `2024. 1. 5. 제정` begins a list at 2024 with nested lists. Here a number of three
 * digits or more, and a day (`1. 5. 시행`), neither begin a list nor continue one.
 */
function protectDates({ block }: Reader): void {
  const listRule = block.ruler.getRules('').find(({ name }) => name === 'list')
  if (!listRule) throw new Error('markdown-it has no list rule')
  const isDateAt = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number) =>
    datedLine.test(src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]))
  block.ruler.at('list', (state, line, ...rest) => !isDateAt(state, line) && listRule(state, line, ...rest), {
    alt: ['paragraph', 'reference', 'blockquote'],
  })
  block.ruler.before('list', 'date', (state, line, ...[, isSilent]) => isSilent && isDateAt(state, line), {
    alt: ['list'],
  })
}

/**
 * Keeps each day on its own line when days are listed below one another, as in the history of a
 * statute.
 */
function breakBeforeDates(parts: readonly Token[]): void {
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]?.content ?? ''
    if (part.type === 'softbreak' && datedLine.test(next)) Object.assign(part, { type: 'hardbreak', tag: 'br' })
  }
}

/**
 * `##제목`: two or more marks make a heading, with or without a space after them. A single one may be
 * a hash tag.
 */
function readLooseHeadings({ block }: Reader): void {
  block.ruler.before(
    'heading',
    'loose-heading',
    (state, line, ...[, isSilent]) => {
      const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
      const text = state.src.slice(start, state.eMarks[line])
      const [marks] = /^#{2,6}(?=[^#\s])/.exec(text) ?? []
      if (marks === undefined || (state.sCount[line] ?? 0) - state.blkIndent >= maxIndent) return false
      if (isSilent) return true
      state.line = line + 1
      const tag = `h${marks.length}`
      state.push('heading_open', tag, 1).map = [line, state.line]
      const inline = state.push('inline', '', 0)
      Object.assign(inline, {
        content: removeClosingMarks(text.slice(marks.length)),
        map: [line, state.line],
        children: [],
      })
      state.push('heading_close', tag, -1)
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
}

/** `제목 ##`: marks may close a heading too. */
function removeClosingMarks(title: string): string {
  let end = title.length
  while (end > 0 && ' #'.includes(title[end - 1] ?? '')) end -= 1
  return title.slice(0, end)
}

/** In spaces; a line indented further does not start a new block. */
const maxIndent = 4

/** Handles marks that the parser left as text. Excludes escaped marks (`\\*`) and code. */
function readLooseMarks({ core }: Reader): void {
  core.ruler.before('text_join', 'loose-marks', (state: StateCore) => {
    for (const [tokenIndex, token] of state.tokens.entries()) {
      if (token.type !== 'inline') continue
      const isEntry = state.tokens[tokenIndex - 2]?.type === 'list_item_open'
      readTask(token.children ?? [], isEntry)
      for (const [index, part] of (token.children ?? []).entries()) {
        const before = token.children?.[index - 1]
        const beginsLine = before === undefined || before.type === 'softbreak' || before.type === 'hardbreak'
        if (part.type === 'text') part.content = removeMarks(part.content, beginsLine)
      }
    }
  })
}

/** `- [ ]` and `- [x]`. */
function readTask(parts: readonly Token[], isEntry: boolean): void {
  const [first, second, third] = parts
  if (!isEntry || first?.type !== 'text') return
  // The parser splits the brackets into several tokens when a link could begin there.
  const joined = [first, second, third].filter((part) => part?.type === 'text')
  const text = joined.map((part) => part?.content ?? '').join('')
  const [box, state] = /^\[([ xX])\](?=\s|$) */.exec(text) ?? []
  if (box === undefined) return
  first.content = `${state === ' ' ? '☐' : '☑'} ${text.slice(box.length)}`
  for (const part of joined.slice(1)) if (part) part.content = ''
}

/**
 * Removes marks that were not rendered: the URL of a link, marks of headings, quotes and list
 * entries on a line indented too far, rows of no table, and marks that nothing closes.
 */
function removeMarks(text: string, beginsLine: boolean): string {
  const line = beginsLine ? text.replace(/^\s*(?:#{1,6}(?= |$)\s*|#{2,6}|>+\s?|[-*+]\s+(?:\[[ xX]\]\s)?)+/, '') : text
  // A row without a table around it.
  const isRow = beginsLine && line.startsWith('|')
  return (isRow ? line.replace(/:?-{2,}:?|\|/g, ' ') : line)
    .replaceAll('`', '')
    .replace(/(?<=[“"‘'「『(])>+\s+/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<=^|\s)#{2,6}(?!#)\s*/g, '')
    .replace(/==(\S[^=]*)==/g, '$1')
    .replace(/\[\^([^\]\s]+)\]:?/g, '$1)')
    .replace(/\*{2,}|~~|_{2,}/g, (marks, offset: number, source: string) =>
      isWithinWord(source, offset, marks) ? marks : '',
    )
    .replace(/(?<=^|\s)\*(?=\S)|(?<=\S)\*(?=\s|$)/g, '')
}

/** `a__b` is a name or an address. */
function isWithinWord(text: string, offset: number, marks: string): boolean {
  const isLatin = (letter = '') => /[a-z\d/]/i.test(letter)
  return marks.startsWith('_') && isLatin(text[offset - 1]) && isLatin(text[offset + marks.length])
}

/**
 * The plain text of Markdown, in one line without marks: for summaries, search, feeds and the head
 * of a page.
 */
export function toPlainText(source: string): string {
  return collectText(readMarkdown(unfold(source)))
}

/**
 * Gives marks the lines they had before somebody copied part of a post into a field: a quote, a
 * list or a table that ended up in one line, and a link cut at its end. Leaves what may be meant,
 * such as the steps of `홈 > 등기` and the dash of `1월 - 3월`.
 */
function unfold(source: string): string {
  return source
    .split('\n')
    .map((line) => unfoldLine(line))
    .join('\n')
    .replace(/!?\[([^[\]]*)\]\([^()]*$/, '$1')
}

function unfoldLine(line: string): string {
  const text = line.replace(/^＞/, '>')
  if (/\| ?:?-{2,}/.test(text)) return text.replace(/\| +(?=\|)/g, '|\n')
  const separated = text
    .replace(/(?<=[.!?…] )(>+) ?(?=\S)/g, '\n\n$1 ')
    .replace(/(?<=\S )(?:-{3,}|\*{3,}|_{3,})(?= \S)/g, '\n\n')
  if (separated.startsWith('>')) return separated.replace(/(?<=\S )(>+) (?=\S)/g, '\n$1 ')
  return separated.startsWith('* ') ? separated.replace(/(?<=[^\d\s] )\* (?=[^\d\s*])/g, '\n* ') : separated
}

/** The plain text of parsed Markdown. */
function collectText(tokens: readonly Token[]): string {
  return tokens.map(extractText).join('').replace(/\s+/g, ' ').trim()
}

function extractText(token: Token): string {
  if (token.type === 'inline') return `${(token.children ?? []).map(extractInlineText).join('')} `
  if (token.type === 'fence' || token.type === 'code_block') return `${token.content} `
  // The number of a numbered entry is part of its text.
  return token.type === 'list_item_open' && token.info !== '' ? `${token.info}${token.markup} ` : ''
}

function extractInlineText(part: Token): string {
  if (part.type === 'softbreak' || part.type === 'hardbreak') return ' '
  if (part.type === 'image') return (part.children ?? []).map(extractInlineText).join('')
  return part.content
}
