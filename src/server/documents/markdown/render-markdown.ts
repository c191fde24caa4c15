import type { Token } from 'markdown-it'
import { problem, type Problem } from '#contract/problem.ts'
import { cleanHtml } from './clean-html.ts'
import { textOfTokens } from './plain-text.ts'
import { deepestNesting, readMarkdown, writeTokens } from './read-markdown.ts'

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
  const tokens = readMarkdown(source)
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
  for (const token of tokens) lowerHeading(token)
  return { html: cleanHtml(writeTokens(tokens), options.picturePath), text: textOfTokens(tokens) }
}

/**
 * Pieces of text, marks and cells. A long post has some thousand; a table of 18,000 cells would
 * take seconds to write out.
 */
const maxParts = 30_000

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
