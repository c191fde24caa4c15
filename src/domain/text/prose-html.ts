import { blogPicturePath } from '#contract/blog/blog-words.ts'
import { proseAttributes, proseTags } from '#contract/prose-html.ts'

/**
 * Whether HTML is nothing but a post as our server writes it: tags and attributes of the short list, links that lead to pages, mail or telephones, pictures of this server. It judges the text and
 * mends nothing; whatever it cannot read is not prose. Time grows with the length alone.
 */
export function isProse(html: string): boolean {
  // Each part begins where the one before it ended, so that nothing between two of them goes unread.
  const part = new RegExp(partPattern, 'y')
  while (part.lastIndex < html.length) {
    const found = part.exec(html)
    if (!found) return false
    const { tag, attributes } = found.groups ?? {}
    if (tag !== undefined && !areFit(tag, attributes ?? '')) return false
  }
  return true
}

/** Whether a link of a post may lead there, as it was typed. The server takes the address off any other, or pages would not draw the post. */
export function isProseLink(address: string): boolean {
  return tests['href']?.test(escaped(address)) === true
}

/** As attributes are written. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A stretch of text, a closing tag, or an opening one with its attributes. Values hold neither their quote nor a bracket: the server writes those as entities. */
const partPattern = `[^<>]+|</(?:${proseTags.join('|')})>|<(?<tag>${proseTags.join('|')})(?<attributes>(?: [a-z]+(?:="[^"<>]*")?)*)(?: /)?>`

function areFit(tag: string, attributes: string): boolean {
  const allowed = proseAttributes[tag] ?? []
  return [...attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].every(
    ([, name = '', value = '']) => allowed.includes(name) && (tests[name]?.test(value) ?? true),
  )
}

// HAZARD: an entity before the address says where it leads could hide another scheme. Only `&amp;` may stand there; the server writes no other in addresses.
const tests: Readonly<Record<string, RegExp>> = {
  href: /^(?:(?:https?|mailto|tel):|(?!\/[/\\])(?:[^&:\\\s/?#]|&amp;)*(?:[/?#]|$))/i,
  src: new RegExp(`^${blogPicturePath}[0-9a-f]{64}$`),
}
