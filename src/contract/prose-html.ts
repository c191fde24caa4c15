/** What the HTML of a post may consist of: the server leaves nothing else in it (server/documents/markdown), and pages draw nothing else (domain/prose-html.ts). */
export const proseTags = [
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'blockquote',
  'ul',
  'ol',
  'li',
  'hr',
  'br',
  'pre',
  'code',
  'strong',
  'em',
  's',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const

/** By tag; all others carry none. */
export const proseAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'title'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  ol: ['start'],
  th: ['scope'],
}
