import sanitizeHtml from 'sanitize-html'
import { proseAttributes, proseTags } from '#contract/prose-html.ts'
import { isProseLink } from '#domain/text/prose-html.ts'

/**
 * Leaves what a text needs and nothing that runs, loads from elsewhere or brings a look of its own (the CSP would refuse inline styles anyway). Links lead to web
 * pages, mail, telephones and this site; those that lead away tell the other side nothing of where a visitor came from.
 */
export function cleanHtml(html: string, picturePath: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...proseTags],
    allowedAttributes: Object.fromEntries(Object.entries(proseAttributes).map(([tag, names]) => [tag, [...names]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 40,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !String(attribs['src']).startsWith(picturePath),
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: linkOf(attribs) }),
      th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
    },
  })
}

const awayRel = 'noopener noreferrer'

function linkOf({ href, ...attributes }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  if (href === undefined || !isProseLink(href)) return attributes
  return { ...attributes, href, ...(leadsAway(href) && { rel: awayRel }) }
}

function leadsAway(href: string): boolean {
  return /^https?:/i.test(href)
}
