import { useMemo } from 'react'
import { trustedPolicies } from '#domain/devices/trusted-policies.ts'
import { isProse } from '#domain/text/prose-html.ts'
import { trustedTypes } from '../trusted-types.ts'

/**
 * HTML of a post, for the page to draw. Whatever else it holds than our server writes there is refused, in browsers without Trusted Types as well.
 * @throws TypeError when it is not prose
 */
function trustedProse(html: string): string | TrustedHTML {
  return policy ? policy.createHTML(html) : onlyProse(html)
}

const policy = trustedTypes()?.createPolicy(trustedPolicies.prose, { createHTML: onlyProse })

function onlyProse(html: string): string {
  if (!isProse(html)) throw new TypeError('not the HTML of a post')
  return html
}

/**
 * A text that came as HTML, in the typography of a page to be read. HAZARD: only for HTML that our own server has sanitised (server/documents/markdown); the CSP
 * stands behind it.
 */
export function Prose({ html }: { html: string }) {
  const content = useMemo(() => ({ __html: trustedProse(html) }), [html])
  return <div className="prose" dangerouslySetInnerHTML={content} />
}
