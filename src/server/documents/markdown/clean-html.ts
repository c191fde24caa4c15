import sanitizeHtml from 'sanitize-html'

/**
 * Leaves what a text needs and nothing that runs, loads from elsewhere or brings a look of its own (the CSP would refuse inline styles anyway). Links lead to web
 * pages, mail, telephones and this site; those that lead away tell the other side nothing of where a visitor came from.
 */
export function cleanHtml(html: string, picturePath: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: {
      a: ['href', 'rel', 'title'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      ol: ['start'],
      th: [{ name: 'scope', values: ['col'] }],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 40,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !String(attribs['src']).startsWith(picturePath),
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: leadsAway(attribs['href']) ? { ...attribs, rel: awayRel } : attribs,
      }),
      th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
    },
  })
}

const awayRel = 'noopener noreferrer'

const allowedTags = [
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'ul', 'ol', 'li', 'hr', 'br', 'pre', 'code'],
  ...['strong', 'em', 's', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const

function leadsAway(href: string | undefined): boolean {
  return href !== undefined && /^https?:/i.test(href)
}
