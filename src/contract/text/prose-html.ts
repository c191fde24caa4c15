/**
 * Allowed HTML of a post. The server removes everything else (server/documents/markdown), and pages
 * render nothing else (text/prose-html.ts).
 */
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

/** By tag; other tags have no attributes. */
export const proseAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'title'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  ol: ['start'],
  th: ['scope'],
}
