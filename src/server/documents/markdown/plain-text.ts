import type { Token } from 'markdown-it'
import { readMarkdown } from './read-markdown.ts'

/**
 * What a text in Markdown says, in one line without marks: for summaries, search, feeds and the
 * head of a page.
 */
export function plainText(source: string): string {
  return textOfTokens(readMarkdown(source))
}

/** The same of a text that is already taken apart. */
export function textOfTokens(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim()
}

function textOf(token: Token): string {
  if (token.type === 'inline') return `${(token.children ?? []).map(textOfPart).join('')} `
  if (token.type === 'fence' || token.type === 'code_block') return `${token.content} `
  // Of a numbered entry the number is part of what is said.
  return token.type === 'list_item_open' && token.info !== '' ? `${token.info}${token.markup} ` : ''
}

function textOfPart(part: Token): string {
  if (part.type === 'softbreak' || part.type === 'hardbreak') return ' '
  if (part.type === 'image') return (part.children ?? []).map(textOfPart).join('')
  return part.content
}
