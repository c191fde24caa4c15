import { blogPicturePath } from '#contract/blog/blog-texts.ts'
import { proseAttributes, proseTags } from '#contract/text/prose-html.ts'

/**
 * Whether HTML is exactly what our server writes for a post: listed tags and attributes, links to
 * pages, mail or telephones, pictures of this server. It only checks and repairs nothing; what it
 * cannot parse is not prose. Takes linear time.
 */
export function isProse(html: string): boolean {
  // Each part begins where the previous one ended, so nothing between them is skipped.
  const part = new RegExp(partPattern, 'y')
  while (part.lastIndex < html.length) {
    const match = part.exec(html)
    if (!match) return false
    const { tag, attributes } = match.groups ?? {}
    if (tag !== undefined && !areAttributesAllowed(tag, attributes ?? '')) return false
  }
  return true
}

/**
 * Gives the headings of a post the anchors by which results of a search open it. By position,
 * because stored posts have none.
 */
export function anchorHeadings(html: string): string {
  let count = 0
  return html.replace(/<(h[23])>/g, (_, tag: string) => `<${tag} id="part-${(count += 1)}">`)
}

/**
 * Whether a post may link to this URL, as typed. The server removes other URLs, because pages would
 * not display the post.
 */
export function isProseLink(url: string): boolean {
  return attributePatterns['href']?.test(escapeHtml(url)) === true
}

/** Escaped as in attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * A text, a closing tag, or an opening tag with attributes. Values contain neither quotes nor angle
 * brackets, because the server writes those as entities.
 */
const partPattern = `[^<>]+|</(?:${proseTags.join('|')})>|<(?<tag>${proseTags.join('|')})(?<attributes>(?: [a-z]+(?:="[^"<>]*")?)*)(?: /)?>`

function areAttributesAllowed(tag: string, attributes: string): boolean {
  const allowed = proseAttributes[tag] ?? []
  return [...attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].every(
    ([, name = '', value = '']) => allowed.includes(name) && (attributePatterns[name]?.test(value) ?? true),
  )
}

// HAZARD: an entity before the end of the scheme could hide another scheme. Only `&amp;` is allowed
// there; the server writes no other in URLs.
const attributePatterns: Readonly<Record<string, RegExp>> = {
  href: /^(?:(?:https?|mailto|tel):|(?!\/[/\\])(?:[^&:\\\s/?#]|&amp;)*(?:[/?#]|$))/i,
  src: new RegExp(`^${blogPicturePath}[0-9a-f]{64}$`),
}

/**
 * Reading time of Korean text at about 500 characters a minute without spaces; at least one minute.
 */
export function estimateReadingMinutes(text: string): number {
  return Math.max(1, Math.ceil(text.replace(/\s+/g, '').length / charactersPerMinute))
}

const charactersPerMinute = 500
