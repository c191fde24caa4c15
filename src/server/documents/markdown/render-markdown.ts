import MarkdownIt, { type MarkdownIt as Reader, type StateBlock, type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { problem, type Problem } from '#contract/problem.ts'
import { datedLine } from '#domain/dates/dated-line.ts'
import { cleanHtml } from './clean-html.ts'

export type RenderedMarkdown =
  | {
      html: string
      /** The text without markup, for the reading time. */
      text: string
    }
  | { refused: Problem }

export type PictureSize = { width: number; height: number }

/**
 * Renders text written by staff as HTML. Raw HTML is shown as text, the output is sanitised to a
 * short allow-list, and pictures must be below `picturePath` on this server. `sizesOf` returns the
 * pixel sizes of the given picture paths; an unknown picture is refused, as is excessive nesting.
 * The caller limits the length, which limits the time (measured: under half a second for the worst
 * 60,000 characters known).
 */
export async function renderMarkdown(
  source: string,
  options: { picturePath: string; sizesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, PictureSize>> },
): Promise<RenderedMarkdown> {
  const tokens = reader.parse(source, {})
  const parts = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  if (parts.some((token) => token.level >= deepestNesting - 1)) {
    return refuse('인용이나 목록이 너무 여러 겹입니다. 겹을 줄여 주세요.')
  }
  if (parts.length > maxParts) return refuse('본문의 표나 서식이 너무 많습니다. 글을 나누어 주세요.')
  const pictures = parts.filter((token) => token.type === 'image')
  const sizes = await options.sizesOf([...new Set(pictures.map(addressOf))])
  for (const picture of pictures) {
    const size = sizes.get(addressOf(picture))
    if (size === undefined) return refuse('본문에는 여기에 올린 이미지만 넣을 수 있습니다.')
    picture.attrSet('width', String(size.width))
    picture.attrSet('height', String(size.height))
    picture.attrSet('loading', 'lazy')
  }
  for (const token of tokens) {
    lowerHeading(token)
    breakBeforeDates(token.children ?? [])
  }
  return {
    html: cleanHtml(reader.renderer.render(tokens, reader.options, {}), options.picturePath),
    text: parts.map(textOf).join(' '),
  }
}

/** Maximum nesting. Beyond it the parser silently drops text; no normal text comes near. */
const deepestNesting = 20

/**
 * Maximum pieces of text, marks and cells. A long post has some thousand; a table of 18,000 cells
 * would take seconds to render.
 */
const maxParts = 30_000

// cjkFriendly: by CommonMark alone `**공탁(供託)**은` is not bold, because a particle follows the
// bracket.
const reader = new MarkdownIt({ html: false, linkify: false, maxNesting: deepestNesting })
  .use(cjkFriendly)
  .use(keepDates)

/**
 * By CommonMark `2024. 1. 5. 제정` begins a list at 2024 with nested lists. Here a number of three
 * digits or more, or a day (`1. 5. 시행`), neither begins a list nor continues one.
 */
function keepDates({ block }: Reader): void {
  const list = block.ruler.getRules('').find(({ name }) => name === 'list')
  if (!list) throw new Error('the Markdown parser has no rule for lists')
  const isDateAt = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number) =>
    datedLine.test(src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]))
  block.ruler.at('list', (state, line, ...rest) => !isDateAt(state, line) && list(state, line, ...rest), {
    alt: ['paragraph', 'reference', 'blockquote'],
  })
  block.ruler.before('list', 'date', (state, line, ...[, isAsked]) => isAsked && isDateAt(state, line), {
    alt: ['list'],
  })
}

/** Keeps consecutive dates, such as the history of a statute, on separate lines. */
function breakBeforeDates(parts: readonly Token[]): void {
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]?.content ?? ''
    if (part.type === 'softbreak' && datedLine.test(next)) Object.assign(part, { type: 'hardbreak', tag: 'br' })
  }
}

function refuse(message: string): RenderedMarkdown {
  return { refused: problem('refused', { message, fields: { markdown: message } }) }
}

function addressOf(picture: Token): string {
  return String(picture.attrGet('src') ?? '')
}

/** Lowers headings: the title of the post is the page's only first-level heading. */
function lowerHeading(token: Token): void {
  if (token.tag === 'h1') Object.assign(token, { tag: 'h2' })
}

function textOf(token: Token): string {
  return ['text', 'code_inline', 'fence', 'code_block'].includes(token.type) ? token.content : ''
}
