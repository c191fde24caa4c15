import sanitizeHtml from 'sanitize-html'
import { proseAttributes, proseTags } from '#contract/text/prose-html.ts'
import { isProseLink } from '#domain/text/prose-html.ts'

/**
 * Keeps only elements that text needs: no scripts, no external resources, no styles (the CSP
 * refuses inline styles anyway). Links may lead to web pages, mail, telephone numbers and this
 * site; external links send no referrer.
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
      a: (tagName, attribs) => ({ tagName, attribs: secureLink(attribs) }),
      th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
    },
  })
}

const externalRel = 'noopener noreferrer'

function secureLink({ href, ...attributes }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  if (href === undefined || !isProseLink(href)) return attributes
  return { ...attributes, href, ...(isExternal(href) && { rel: externalRel }) }
}

function isExternal(href: string): boolean {
  return /^https?:/i.test(href)
}
