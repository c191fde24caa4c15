import MarkdownIt, { type MarkdownIt as Reader, type StateBlock, type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { problem, type Problem } from '#contract/problem.ts'
import { datedLine } from '#domain/dates/dated-line.ts'
import { cleanHtml } from './clean-html.ts'

export type RenderedMarkdown =
  | {
      html: string
      /** What is read, without marks; for the reading time. */
      text: string
    }
  | { refused: Problem }

export type PictureSize = { width: number; height: number }

/**
 * HTML of a text that staff wrote: raw HTML in it is shown as text, what comes out is sanitised to a short allow-list, and pictures are only those of this server
 * below `picturePath`. `sizesOf` answers the pixels of the pictures named (paths); one that it does not know is refused, as is nesting beyond all reason. The caller
 * bounds the length: the time is then bounded too (measured: under half a second for the worst 60,000 characters known).
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

/** Beyond it the reader leaves text out, which would be a silent loss; no text that people read comes near. */
const deepestNesting = 20

/** Pieces of text, marks and cells. A long post has some thousand; a table of 18,000 cells would take seconds to write out. */
const maxParts = 30_000

// cjkFriendly: by CommonMark alone `**공탁(供託)**은` is not bold, because a particle follows the bracket.
const reader = new MarkdownIt({ html: false, linkify: false, maxNesting: deepestNesting })
  .use(cjkFriendly)
  .use(keepDates)

/**
 * By CommonMark `2024. 1. 5. 제정` begins a list at 2024 in which lists are nested. Here a number of three digits or more, and a day (`1. 5. 시행`), begin none, nor are they the next entry of
 * one that has begun.
 */
function keepDates({ block }: Reader): void {
  const list = block.ruler.getRules('').find(({ name }) => name === 'list')
  if (!list) throw new Error('this reader of Markdown has no rule for lists')
  const isDateAt = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number) =>
    datedLine.test(src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]))
  block.ruler.at('list', (state, line, ...rest) => !isDateAt(state, line) && list(state, line, ...rest), {
    alt: ['paragraph', 'reference', 'blockquote'],
  })
  block.ruler.before('list', 'date', (state, line, ...[, isAsked]) => isAsked && isDateAt(state, line), {
    alt: ['list'],
  })
}

/** Days below one another, as the history of a statute is written, stay on lines of their own. */
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

/** The title of the post is the page's only first heading. */
function lowerHeading(token: Token): void {
  if (token.tag === 'h1') Object.assign(token, { tag: 'h2' })
}

function textOf(token: Token): string {
  return ['text', 'code_inline', 'fence', 'code_block'].includes(token.type) ? token.content : ''
}
