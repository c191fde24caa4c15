import { useMemo } from 'react'
import { trustedPolicies } from '#domain/devices/trusted-policies.ts'
import { anchorHeadings, isProse } from '#domain/text/prose-html.ts'
import { getTrustedTypes } from '../browser/trusted-types.ts'

/**
 * Checks the HTML of a post before rendering. Refuses anything our server doesn't write, also in
 * browsers without Trusted Types.
 * @throws TypeError when the HTML is not that of a post
 */
function trustProse(html: string): string | TrustedHTML {
  return policy ? policy.createHTML(html) : ensureProse(html)
}

const policy = getTrustedTypes()?.createPolicy(trustedPolicies.prose, { createHTML: ensureProse })

function ensureProse(html: string): string {
  if (!isProse(html)) throw new TypeError('not the HTML of a post')
  return anchorHeadings(html)
}

/**
 * Renders HTML text with reading typography. HAZARD: only for HTML our own server has sanitized
 * (server/documents/markdown). The CSP is a second line of defence.
 */
export function Prose({ html }: { html: string }) {
  const content = useMemo(() => ({ __html: trustProse(html) }), [html])
  return <div className="prose" dangerouslySetInnerHTML={content} />
}
